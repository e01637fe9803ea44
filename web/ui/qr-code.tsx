import { useEffect, useState } from 'react'
import css from './signs.module.css'

/** Cameras read dark modules on a light ground only. Empty until the encoder is loaded. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; data: boolean[][] }>()
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setCode(encode(text, { border: 3 })),
      (error) => console.warn('QR code', error),
    )
  }, [text])
  const path = code?.data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className={css.code}>
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
      )}
    </div>
  )
}
