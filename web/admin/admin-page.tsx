import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Account } from '../../contract/users.ts'
import { AuditSection } from '../audit/audit-section.tsx'
import { texts as auditTexts } from '../audit/texts.ts'
import { CareNotice } from '../state/care-notice.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart, nothing } from '../ui/lazy.ts'
import { Page } from '../ui/page/page.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { texts as userTexts } from '../users/texts.ts'
import { UsersSection } from '../users/users-section.tsx'
import { AdminLinks } from './admin-links.tsx'
import { texts } from './texts.ts'

const FirstSteps = lazyPart(() => import('../first-steps/first-steps-section.tsx'), nothing)
const ListDialog = lazyPart(() => import('../users/invitations/list-dialog.tsx'))
const UserDialog = lazyPart(() => import('../users/user-dialog.tsx'))

/** Values of `view` in the address. */
type View = 'users' | 'activity'

/** The admin panel (SPEC §2): links to the other admin pages, the accounts, the audit log. */
export default function AdminPage() {
  const dialog = useDialogTarget<Account>()
  const list = useDialogTarget<Account>()
  const [search, setSearch] = useSearchParams()
  const { shown } = dialog
  const invite = useRef<HTMLButtonElement>(null)
  const view: View = search.get('view') === 'activity' ? 'activity' : 'users'

  /** From the notes of the first day, which may be gone when the dialog gives the focus back. */
  function inviteOthers() {
    invite.current?.focus({ preventScroll: true })
    list.open(null)
  }

  /** The address keeps the open view; the other view's filter is dropped. */
  const choose = (next: View) =>
    setSearch(next === 'activity' ? { view: next } : {}, { replace: true, preventScrollReset: true })

  return (
    <Page
      title={texts.admin}
      width="wide"
      actions={
        <>
          <Button ref={invite} onClick={() => list.open(null)}>
            {userTexts.inviteMany}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => dialog.open(null)}>
            {userTexts.createUser}
          </Button>
        </>
      }
    >
      <CareNotice />
      <FirstSteps onInvite={inviteOthers} />
      <AdminLinks />
      <Tabs
        label={texts.views}
        value={view}
        onValueChange={choose}
        tabs={[
          {
            value: 'users',
            label: userTexts.users,
            panel: <UsersSection onEdit={dialog.open} onInvite={inviteOthers} />,
          },
          { value: 'activity', label: auditTexts.audit, panel: <AuditSection /> },
        ]}
      />
      {shown && <UserDialog key={`user ${shown.key}`} user={shown.target} open={shown.isOpen} onClose={dialog.close} />}
      {list.shown && <ListDialog key={`list ${list.shown.key}`} open={list.shown.isOpen} onClose={list.close} />}
    </Page>
  )
}
