import EmojiPicker from '../../reactions/emoji-picker.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { texts } from '../texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  onChoose: (emoji: string) => void
  finalFocus: () => HTMLElement | null
}

/** For a reaction to a message with any emoji. */
const EmojiDialog = ({ open, onClose, onChoose, finalFocus }: Props) => (
  <Dialog
    title={texts.reactTitle}
    width="s"
    open={open}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    finalFocus={finalFocus}
  >
    <EmojiPicker onChoose={onChoose} />
  </Dialog>
)
export default EmojiDialog
