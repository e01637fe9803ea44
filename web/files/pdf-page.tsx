import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { drawPage } from './draw-page.ts'
import type { PDFDocumentProxy } from './pdf.ts'
import css from './pdf-page.module.css'
import { texts } from './texts.ts'
import { useSteady } from './use-steady.ts'

interface Props {
  pdf: PDFDocumentProxy
  number: number
  /** Pixels. */
  width: number
  /** Height by width, until the page says its own. */
  ratio: number
  /** It stands in the middle of the window. */
  onReach: (number: number) => void
}

/** As it is now; what was in between may come along. */
const isInside = (entries: IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting ?? false

/** One page: a sheet of the right size, drawn while it is near the window. */
export function PdfPage({ pdf, number, width, ratio, onReach }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  const face = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<number>()
  const [isNear, setNear] = useState(false)
  const [failed, setFailed] = useState(false)
  const height = Math.round(width * (own ?? ratio))
  useSteady(sheet, width, height)
  const reach = useEffectEvent(() => onReach(number))

  useEffect(() => {
    if (!sheet.current) return
    const root = sheet.current.parentElement
    const near = new IntersectionObserver((entries) => setNear(isInside(entries)), {
      root,
      rootMargin: '100% 0px',
    })
    const middle = new IntersectionObserver((entries) => isInside(entries) && reach(), {
      root,
      rootMargin: '-50% 0px -50% 0px',
    })
    near.observe(sheet.current)
    middle.observe(sheet.current)
    return () => {
      near.disconnect()
      middle.disconnect()
    }
  }, [])

  useEffect(() => {
    const { current } = face
    if (!isNear || failed || !current) return
    const drawing = drawPage(pdf, number, width, current)
    drawing.ratio.then(setOwn, () => {})
    drawing.done.catch((error: unknown) => {
      console.warn('pdf page', number, error)
      setFailed(true)
    })
    return drawing.stop
  }, [pdf, number, width, isNear, failed])

  // far away it gives back its pixels
  useEffect(() => {
    if (!isNear) face.current?.replaceChildren()
  }, [isNear])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={sheet}
      role="group"
      aria-label={texts.page(number)}
      data-page={number}
      className={css.sheet}
      style={{ width, height }}
    >
      <div ref={face} className={css.face} />
      {failed && (
        <p role="alert" className={css.failed}>
          {texts.pageFailed}
          <Button size="s" onClick={() => setFailed(false)}>
            {texts.retry}
          </Button>
        </p>
      )}
    </div>
  )
}
