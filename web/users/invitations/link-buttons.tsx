import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
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
  const [isCopied, setCopied] = useState(false)
  const common = { ...(size && { size }), 'aria-describedby': describedBy }

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      setCopied(false)
      onCopyFailed()
    }
  }

  async function share() {
    // fails when the person changes their mind
    await navigator.share({ url: address, ...(message && { text: message }) }).catch(() => {})
  }

  return (
    <div className="wrap gap-2">
      <Button {...common} icon={isCopied ? 'check' : undefined} onClick={() => void copy()}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
      {'share' in navigator && (
        <Button {...common} icon="send" onClick={() => void share()}>
          {texts.share}
        </Button>
      )}
    </div>
  )
}
