import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '../../contract/users.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ActivitySection } from './activity-section.tsx'
import { texts as activityTexts } from './activity-texts.ts'
import { AdminSections } from './admin-sections.tsx'
import { texts } from './texts.ts'
import { useEdited } from './use-edited.ts'
import { UsersSection } from './users-section.tsx'

const UserDialog = lazy(() => import('./user-dialog.tsx'))

type View = 'users' | 'activity'

/** The admin panel (SPEC §2): the way to the other admin pages, the accounts, and what was done. */
export default function AdminPage() {
  const dialog = useEdited<User>()
  const [search, setSearch] = useSearchParams()
  const { shown } = dialog
  const view: View = search.get('view') === 'activity' ? 'activity' : 'users'

  /** The address keeps which view is open; what was looked for in the other one is left. */
  const choose = (next: View) =>
    setSearch(next === 'activity' ? { view: next } : {}, { replace: true, preventScrollReset: true })

  return (
    <Page
      title={texts.admin}
      width="wide"
      actions={
        <Button variant="primary" icon="plus" onClick={() => dialog.open(null)}>
          {texts.createUser}
        </Button>
      }
    >
      <AdminSections />
      <Tabs
        label={texts.views}
        value={view}
        onValueChange={choose}
        tabs={[
          { value: 'users', label: texts.users, panel: <UsersSection onEdit={dialog.open} /> },
          { value: 'activity', label: activityTexts.activity, panel: <ActivitySection /> },
        ]}
      />
      {shown && (
        <Suspense>
          <UserDialog key={shown.key} user={shown.thing} open={shown.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}
