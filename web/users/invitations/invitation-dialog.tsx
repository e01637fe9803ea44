import type { SentInvitation } from '../../../contract/auth/password-links.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { HandedLink } from './handed-link.tsx'
import { texts } from './texts.ts'

interface Props {
  name: string
  link: SentInvitation
  open: boolean
  onClose: () => void
}

/** The link of an invitation that was just sent. */
export default function InvitationDialog({ name, link, open, onClose }: Props) {
  return (
    <Dialog
      title={texts.sentTitle(name)}
      description={link.is_mailed ? texts.mailed : texts.notMailed}
      open={open}
      onClose={onClose}
      width="s"
      steady
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <HandedLink link={link} message={texts.message(name)} />
    </Dialog>
  )
}
