import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { texts } from '../texts.ts'
import css from '../view-file-page.module.css'
import { drawPage } from './draw-page.ts'
import { type PDFDocumentProxy, ratioOf } from './pdf.ts'

interface Props {
  pdf: PDFDocumentProxy
  number: number
  /** In pixels. */
  width: number
  /** Assumed height by width, until the page is loaded. */
  ratio: number
  /** Called when the page is at the middle of the window. */
  onReach: (number: number) => void
}

/** Watches if the element is inside of its parent, with this margin; the last entry is the current state. */
function observe(element: Element, rootMargin: string, onChange: (isInside: boolean) => void) {
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting ?? false), {
    root: element.parentElement,
    rootMargin,
  })
  observer.observe(element)
  return () => observer.disconnect()
}

export function PdfPage({ pdf, number, width, ratio, onReach }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [ownRatio, setOwnRatio] = useState<number>()
  const [isNear, setNear] = useState(false)
  const [failed, setFailed] = useState(false)
  const height = Math.round(width * (ownRatio ?? ratio))
  useScrollAnchor(frame, width, height)
  const reach = useEffectEvent(() => onReach(number))

  useEffect(() => {
    if (!frame.current) return
    const leaveNear = observe(frame.current, '100% 0px', setNear)
    const leaveMiddle = observe(frame.current, '-50% 0px -50% 0px', (isInside) => isInside && reach())
    return () => {
      leaveNear()
      leaveMiddle()
    }
  }, [])

  useEffect(() => {
    const { current } = content
    if (!isNear || failed || !current) return
    const drawing = drawPage(pdf, number, width, current)
    ratioOf(pdf, number).then(setOwnRatio, () => {})
    drawing.done.catch((error: unknown) => {
      console.warn('pdf page', number, error)
      setFailed(true)
    })
    return drawing.stop
  }, [pdf, number, width, isNear, failed])

  // frees the memory of a distant page
  useEffect(() => {
    if (!isNear) content.current?.replaceChildren()
  }, [isNear])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={frame}
      role="group"
      aria-label={texts.page(number)}
      data-page={number}
      className={css.paper}
      style={{ width, height }}
    >
      <div ref={content} className={css.content} />
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

/** Keeps the visible text in place when a page above gets its real height. */
function useScrollAnchor(frame: RefObject<HTMLElement | null>, width: number, height: number) {
  const before = useRef({ width, height })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { width, height }
    const scroller = frame.current?.parentElement
    // a change of width is a zoom, handled by use-zoom.ts
    if (!frame.current || !scroller || last.width !== width) return
    const isAbove = frame.current.getBoundingClientRect().top < scroller.getBoundingClientRect().top
    if (isAbove) scroller.scrollBy(0, height - last.height)
  }, [frame, width, height])
}
