import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { texts } from './texts.ts'

interface Props {
  address: string
  /** Beside the link, where it is shared. */
  message?: string | undefined
  size?: 's'
  describedBy?: string
  /** There is no clipboard without https, or it isn't allowed. */
  onCopyFailed: () => void
}

/** Hand over one person's link: by the clipboard, or by an app of a device that can share. */
export function LinkButtons({ address, message, size, describedBy, onCopyFailed }: Props) {
  const common = { size, 'aria-describedby': describedBy }

  async function share() {
    // fails when the person changes their mind
    await navigator.share({ url: address, ...(message && { text: message }) }).catch(() => {})
  }

  return (
    <div className="wrap gap-2">
      <CopyButton {...common} text={address} texts={texts} onCopied={(isCopied) => isCopied || onCopyFailed()} />
      {'share' in navigator && (
        <Button {...common} icon="send" onClick={() => void share()}>
          {texts.share}
        </Button>
      )}
    </div>
  )
}
