import { memo, useCallback, useMemo, useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import { preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'
import { useTemporaryFlag } from '../../ui/hooks/use-temporary-flag.ts'
import { Icon } from '../../ui/icons.tsx'
import { useIntersection } from '../../ui/lists/use-near-viewport.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import css from './all-users.module.css'
import { useAllPreferences } from './api.ts'
import { BulkPanel } from './bulk-panel.tsx'
import { UserPreferencesList } from './preferences-list.tsx'
import type { Selection } from './preferences-table.tsx'
import { texts } from './texts.ts'

/** A panel of which less is on screen isn't in view. */
const inView = { threshold: 0.5 }

/** /admin/user-email-preferences (SPEC §2): all users' preferences, one by one and in bulk. */
export default function UserPreferencesPage() {
  const query = useAllPreferences()
  const { users } = query
  const selection = useSelection(users)
  const [isUpdated, showUpdated] = useTemporaryFlag()
  const [panelInWindow, panel] = useIntersection(inView)
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: pages.admin.path, label: texts.admin }}
      intro={<p>{texts.intro}</p>}
    >
      <QueryState query={query} texts={texts} shape="table" count={8} />
      {users?.length === 0 && <EmptyState drawing="shelf">{texts.none}</EmptyState>}
      {users && users.length > 0 && (
        <div className="stack gap-5">
          <PreferencesTotals users={users} />
          <BulkPanel ref={panel} selected={selection.selected} onUpdated={showUpdated} />
          <UserPreferencesList
            users={users}
            selection={selection}
            isPanelInView={panelInWindow?.isIntersecting ?? false}
            onUpdated={showUpdated}
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

/** The users selected for a bulk change; users who left the list are no longer selected. */
function useSelection(users: UserPreferences[] | undefined): Selection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(
    () => new Set(users?.flatMap(({ id }) => (selectedIds.has(id) ? [id] : []))),
    [users, selectedIds],
  )
  const select = useCallback((ids: string[], isSelected: boolean) => {
    setSelectedIds((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  return { selected, select }
}

const PreferencesTotals = memo(function Totals({ users }: { users: UserPreferences[] }) {
  const inactive = users.filter(({ is_active }) => !is_active).length
  return (
    <section aria-label={texts.totals}>
      <ul className={css.totals}>
        {preferenceNames.map((name) => {
          const count = users.filter(({ preferences }) => preferences[name]).length
          return (
            <li key={name} className={css.total}>
              <span className={css.name}>{texts.names[name]}</span>
              <span className="muted small tight">{texts.hints[name]}</span>
              <span className={`above-2 muted small tight ${css.count}`}>
                <strong>{count}</strong> {texts.ofAll(users.length)}
                {texts.ofThemInactive(inactive)}
              </span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ inlineSize: `${(100 * count) / users.length}%` }} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
})
