import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { AdminSections } from './admin-sections.tsx'
import { texts } from './texts.ts'
import { useUserDialog } from './use-user-dialog.ts'
import { UsersSection } from './users-section.tsx'

const UserDialog = lazy(() => import('./user-dialog.tsx'))

/** The admin panel (SPEC §2): the way to the other admin pages, and the accounts. */
export default function AdminPage() {
  const dialog = useUserDialog()
  const { shown } = dialog
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
      <UsersSection onEdit={dialog.open} />
      {shown && (
        <Suspense>
          <UserDialog key={shown.key} user={shown.user} open={shown.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}
