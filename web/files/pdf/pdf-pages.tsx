import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { parameters } from '../../../contract/content/places.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Marks } from '../../ui/highlight/marks.tsx'
import { useMarkedWords, useMarks } from '../../ui/highlight/use-marks.ts'
import { texts } from '../texts.ts'
import css from '../view-file-page.module.css'
import { Outline } from './outline.tsx'
import { type PDFDocumentProxy, ratioOf } from './pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import { useZoom } from './use-zoom.ts'

export default function PdfPages({ document: pdf }: { document: PDFDocumentProxy }) {
  const pages = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(1)
  const fittingWidth = usePageWidth(pages)
  const ratio = useFirstRatio(pdf)
  const pageAt = (number: number) => pages.current?.querySelector(`[data-page="${number}"]`)
  const jump = (number: number) => pageAt(number)?.scrollIntoView()
  const zoom = useZoom(pages, () => pageAt(current))
  useEffect(() => pages.current?.focus(), [])
  const isReady = fittingWidth > 0 && ratio !== undefined
  const first = useFirstPage(pdf.numPages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and again for another page in the address
  useLayoutEffect(() => {
    if (isReady && first !== undefined) jump(first)
  }, [isReady, first])
  const marked = useMarkedWords()
  const marks = useMarks(marked, { container: pages, scroller: pages, startIn: () => pageAt(first ?? current) })

  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return (
    <>
      {/* focused on load, so that the keys scroll it */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section ref={pages} className={css.pages} aria-label={texts.pages} tabIndex={0}>
        {isReady &&
          numbers.map((number) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              width={Math.floor(fittingWidth * zoom.factor)}
              ratio={ratio}
              onReach={setCurrent}
            />
          ))}
      </section>
      <Marks count={marks} onClear={marked.clear} isAboveTools />
      <div role="toolbar" aria-label={texts.tools} className={css.tools}>
        <Outline pdf={pdf} pages={pages} onJump={jump} />
        <PageNumber current={current} total={pdf.numPages} onJump={jump} />
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

/** The page of the address (`?pagina=3`), if the document has it. */
function useFirstPage(total: number) {
  const [search] = useSearchParams()
  const page = search.get(parameters.page) ?? ''
  const number = /^\d{1,6}$/.test(page) ? Number(page) : 0
  return number >= 1 && number <= total ? number : undefined
}

/** Page width that fits the window, up to a readable maximum of 960 px. */
function usePageWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(Math.min(entry.contentRect.width, 960)))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Height by width of the first page, assumed for the others until they are loaded. The tools are there before it is known. */
function useFirstRatio(pdf: PDFDocumentProxy) {
  const [ratio, setRatio] = useState<number>()
  useEffect(() => {
    ratioOf(pdf, 1).then(setRatio, () => setRatio(Math.SQRT2))
  }, [pdf])
  return ratio
}
