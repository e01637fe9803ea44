import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BulkPanel } from './bulk-panel.tsx'
import { usePassing } from './passing.ts'
import { useInSight } from './use-in-sight.ts'
import { useAllPreferences } from './user-preferences-api.ts'
import { UserPreferencesList } from './user-preferences-list.tsx'
import css from './user-preferences-page.module.css'
import { useSelection } from './user-preferences-selection.ts'
import { texts } from './user-preferences-texts.ts'
import { Totals } from './user-preferences-totals.tsx'

/** /admin/user-email-preferences (SPEC §2): which mails everybody gets, one by one and for many at once. */
export default function UserPreferencesPage() {
  const { users, error, isPending, isFetching, refetch } = useAllPreferences()
  const selection = useSelection(users)
  const [isUpdated, sayUpdated] = usePassing()
  const [isPanelInSight, panel] = useInSight()
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: pages.admin.path, label: texts.admin }}
      intro={<p>{texts.intro}</p>}
    >
      {isPending && <Skeleton label={texts.loading} shape="rows" count={8} />}
      {error && (
        <ErrorNote busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error, texts.loadFailed)}
        </ErrorNote>
      )}
      {users?.length === 0 && <EmptyState drawing="shelf">{texts.none}</EmptyState>}
      {users && users.length > 0 && (
        <div className={css.page}>
          <Totals users={users} />
          <BulkPanel ref={panel} selected={selection.selected} onUpdated={sayUpdated} />
          <UserPreferencesList
            users={users}
            selection={selection}
            isPanelInSight={isPanelInSight}
            onUpdated={sayUpdated}
          />
        </div>
      )}
      <p role="status" className={css.status}>
        {isUpdated && (
          <span className={css.updated}>
            <Icon name="check" size={18} />
            <span>{texts.updated}</span>
          </span>
        )}
      </p>
    </Page>
  )
}
