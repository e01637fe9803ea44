import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import css from './handed-link.module.css'
import { LocalAddress } from './local-address.tsx'
import { texts } from './texts.ts'

/** A link to be handed over: to copy, and as a QR code for the phone on the table. */
export function HandedLink({ path, expiresAt }: { path: string; expiresAt: string }) {
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const field = useRef<HTMLInputElement>(null)
  const address = new URL(path, location.origin).href

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('yes')
    } catch {
      // no clipboard without https, or not allowed
      field.current?.select()
      setCopied('no')
    }
  }

  return (
    <div className={css.link}>
      <TextField
        ref={field}
        label={texts.link}
        hint={copied === 'no' ? texts.copyFailed : texts.linkHint(expiresAt)}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button icon={copied === 'yes' ? 'check' : undefined} onClick={() => void copy()}>
        {copied === 'yes' ? texts.copied : texts.copy}
      </Button>
      <LocalAddress />
      <QrCode text={address} label={texts.qr} />
    </div>
  )
}
