import type { User } from '../../../contract/users.ts'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { usePasswordLink } from '../invitations/api.ts'
import { HandedLink } from '../invitations/handed-link.tsx'
import { texts } from '../texts.ts'
import css from '../user-dialog.module.css'

/** In place of a password that two people know: a link for its person to choose one. */
export function PasswordLink({ user }: { user: User }) {
  const create = usePasswordLink()
  if (create.data)
    return (
      <div role="status">
        <HandedLink path={create.data.path} expiresAt={create.data.expires_at} />
      </div>
    )
  return (
    <>
      {create.isError && <ErrorNote>{messageOf(create.error, texts.linkFailed)}</ErrorNote>}
      <Button
        size="s"
        variant="quiet"
        className={css.passwordLink}
        busy={create.isPending}
        onClick={() => create.mutate(user)}
      >
        {texts.createLink}
      </Button>
    </>
  )
}
