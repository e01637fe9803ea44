import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import css from './handed-link.module.css'
import { texts } from './texts.ts'

/** Cameras read dark modules on a light ground only. Nothing until the encoder is loaded. */
function QrCode({ text }: { text: string }) {
  const [code, setCode] = useState<{ size: number; data: boolean[][] }>()
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setCode(encode(text, { border: 3 })),
      (error) => console.warn('QR code', error),
    )
  }, [text])
  if (!code) return null
  const path = code.data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={texts.qr} shapeRendering="crispEdges">
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

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
      <div className={css.code}>
        <QrCode text={address} />
      </div>
    </div>
  )
}
