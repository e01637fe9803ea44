import { useRef, useState } from 'react'
import { TextField } from '../../ui/controls/text-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import css from '../user-dialog.module.css'
import { LinkButtons } from './link-buttons.tsx'
import { LocalAddress } from './local-address.tsx'
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
