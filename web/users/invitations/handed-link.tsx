import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import css from '../user-dialog.module.css'
import { texts } from './texts.ts'

interface Props {
  path: string
  expiresAt: string
  /** Beside the link, where it is shared. */
  message?: string
}

/** A link to be handed over: to copy, to share, and as a QR code for the phone on the table. */
export function HandedLink({ path, expiresAt, message }: Props) {
  const [hasFailed, setFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const address = new URL(path, location.origin).href

  function select() {
    field.current?.select()
    setFailed(true)
  }

  return (
    <div className={`stack start gap-3 ${css.link}`}>
      <TextField
        ref={field}
        label={texts.link}
        hint={hasFailed ? texts.copyFailed : texts.linkHint(expiresAt)}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <LinkButtons address={address} message={message} onCopyFailed={select} />
      <LocalAddress />
      <QrCode text={address} label={texts.qr} />
    </div>
  )
}

const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

/** Beside links to be handed over: said if they lead to this computer only. */
export const LocalAddress = () =>
  isLocal && (
    <p className={`flex gap-2 small airy ${css.local}`}>
      <Icon name="warning" size={18} />
      <span>
        <WithCode text={texts.local(location.host)} />
      </span>
    </p>
  )

interface ButtonsProps {
  address: string
  /** Beside the link, where it is shared. */
  message?: string | undefined
  size?: 's'
  describedBy?: string
  /** There is no clipboard without https, or it isn't allowed. */
  onCopyFailed: () => void
}

/** Hand over one person's link: by the clipboard, or by an app of a device that can share. */
export function LinkButtons({ address, message, size, describedBy, onCopyFailed }: ButtonsProps) {
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
