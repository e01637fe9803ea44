import type { ComponentProps } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton, useCopy } from '../../ui/controls/copy-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import css from '../user-dialog.module.css'
import { texts } from './texts.ts'

interface Props {
  link: { path: string; expires_at: string }
  /** Beside the link, where it is shared. */
  message?: string
}

/** A link to be handed over: to copy, to share, and as a QR code for the phone on the table. */
export function HandedLink({ link, message }: Props) {
  const address = new URL(link.path, location.origin).href
  const { shown, hasFailed, copying } = useCopy<HTMLInputElement>(address)
  return (
    <div className={`stack start gap-3 ${css.link}`}>
      <TextField
        ref={shown}
        label={texts.link}
        hint={hasFailed ? texts.copyFailed : texts.linkHint(link.expires_at)}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <LinkButtons {...copying} message={message} />
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

interface ButtonsProps extends Pick<ComponentProps<typeof CopyButton>, 'text' | 'onCopied'> {
  /** Beside the link, where it is shared. */
  message?: string | undefined
  size?: 's'
  describedBy?: string
}

/** Hand over one person's link: by the clipboard, or by an app of a device that can share. */
export function LinkButtons({ text, onCopied, message, size, describedBy }: ButtonsProps) {
  const common = { size, 'aria-describedby': describedBy }

  async function share() {
    // fails when the person changes their mind
    await navigator.share({ url: text, ...(message && { text: message }) }).catch(() => {})
  }

  return (
    <div className="wrap gap-2">
      <CopyButton {...common} text={text} texts={texts} onCopied={onCopied} />
      {'share' in navigator && (
        <Button {...common} icon="send" onClick={() => void share()}>
          {texts.share}
        </Button>
      )}
    </div>
  )
}
