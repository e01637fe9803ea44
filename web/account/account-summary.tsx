import type { OwnUser } from '../../contract/auth.ts'
import type { Account } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/controls/button.tsx'
import { When } from '../ui/format/when.tsx'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import css from './account.module.css'
import { OwnPicture } from './own-picture.tsx'
import { texts } from './texts.ts'

const UserDialog = lazyPart(() => import('../users/user-dialog.tsx'))

export function AccountSummary() {
  const me = useMember()
  if (!me) return null
  return (
    <div className={`row gap-4 below-5 ${css.summary}`}>
      <Avatar name={me.name} picture={me.avatar_url} size={72} />
      <div className="shrinks breaks">
        <p className={css.name}>
          <span>{me.name}</span>
          {me.role === 'admin' ? <Badge tone="admin">{texts.admin}</Badge> : <Badge>{texts.member}</Badge>}
        </p>
        <p className="muted small airy">{me.email}</p>
        <p className="muted small airy">
          {texts.accountSince} <When at={me.created_at} />
        </p>
        {me.role === 'normal' && <p className="muted small airy">{texts.changedByAdmins}</p>}
        <div className="row wrap gap-2 above-2">
          {me.role === 'admin' && <EditOwn me={me} />}
          <OwnPicture me={me} />
        </div>
      </div>
    </div>
  )
}

/** Administrators change their own account as any other. */
function EditOwn({ me }: { me: OwnUser }) {
  const { shown, open, close } = useDialogTarget<Account>()
  return (
    <>
      <Button size="s" icon="edit" aria-haspopup="dialog" onClick={() => open({ ...me, has_second_factor: null })}>
        {texts.edit}
      </Button>
      {shown && <UserDialog key={shown.key} user={shown.target} open={shown.isOpen} onClose={close} />}
    </>
  )
}
