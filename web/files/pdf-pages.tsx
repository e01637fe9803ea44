import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import type { PDFDocumentProxy } from './pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import css from './pdf-pages.module.css'
import { texts } from './texts.ts'
import { useZoom } from './use-zoom.ts'

/** The pages of a document under each other; only those near the window are drawn. */
export default function PdfPages({ document: pdf }: { document: PDFDocumentProxy }) {
  const pages = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(1)
  const room = useRoom(pages)
  const ratio = useFirstRatio(pdf)
  const pageAt = (number: number) => pages.current?.querySelector(`[data-page="${number}"]`)
  const zoom = useZoom(pages, () => pageAt(current))
  useEffect(() => pages.current?.focus(), [])

  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return (
    <>
      {/* has the focus, for the keys that scroll */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to reach what scrolls */}
      <section ref={pages} className={css.pages} aria-label={texts.pages} tabIndex={0}>
        {room > 0 &&
          ratio !== undefined &&
          numbers.map((number) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              width={Math.floor(room * zoom.factor)}
              ratio={ratio}
              onReach={setCurrent}
            />
          ))}
      </section>
      <div role="toolbar" aria-label={texts.tools} className={css.tools}>
        <PageNumber current={current} total={pdf.numPages} onJump={(number) => pageAt(number)?.scrollIntoView()} />
        <IconButton icon="minus" label={texts.zoomOut} disabled={!zoom.canShrink} onClick={zoom.shrink} />
        <IconButton icon="fit" label={texts.fitWidth} onClick={zoom.fit} />
        <IconButton icon="plus" label={texts.zoomIn} disabled={!zoom.canGrow} onClick={zoom.grow} />
      </div>
    </>
  )
}

function PageNumber({ current, total, onJump }: { current: number; total: number; onJump: (number: number) => void }) {
  const [typed, setTyped] = useState<string>()

  function jump() {
    const number = Math.round(Number(typed))
    if (number >= 1 && number <= total && number !== current) onJump(number)
    setTyped(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    jump()
  }

  return (
    <form className={css.jump} onSubmit={submit}>
      <input
        aria-label={texts.pageNumber}
        inputMode="numeric"
        value={typed ?? current}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={jump}
      />
      <span>{texts.pagesOf(total)}</span>
    </form>
  )
}

/** Pixels that a page may take in width when it fits: the window's, but no wider than one reads. */
function useRoom(element: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom(Math.floor(Math.min(entry.contentRect.width, 960)))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** Height by width of the first page: what the others are taken to have until they are looked at. */
function useFirstRatio(pdf: PDFDocumentProxy) {
  const [ratio, setRatio] = useState<number>()
  useEffect(() => {
    let isOver = false
    pdf.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 })
        if (!isOver) setRatio(height / width)
      },
      () => !isOver && setRatio(Math.SQRT2),
    )
    return () => {
      isOver = true
    }
  }, [pdf])
  return ratio
}
