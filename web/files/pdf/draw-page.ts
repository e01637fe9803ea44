import { parameters } from '../../../contract/content/places.ts'
import { texts } from '../texts.ts'
import css from '../view-file-page.module.css'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from './pdf.ts'

/** Phones refuse larger canvases. */
const maxPixels = 16_000_000

type Viewport = ReturnType<PDFPageProxy['getViewport']>

/** Draws a page into `content`, replacing its content. */
export function drawPage(pdf: PDFDocumentProxy, number: number, width: number, content: HTMLElement) {
  const cancels: (() => void)[] = []
  let isStopped = false

  async function draw() {
    const page = await pdf.getPage(number)
    if (isStopped) return
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = canvasFor(viewport)
    const task = page.render({
      canvas,
      viewport,
      transform: [canvas.width / viewport.width, 0, 0, canvas.height / viewport.height, 0, 0],
    })
    cancels.push(() => task.cancel())
    await task.promise
    const textLayer = document.createElement('div')
    textLayer.className = css.text ?? ''
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: textLayer, viewport })
    textLayer.style.setProperty('--total-scale-factor', String(viewport.scale))
    cancels.push(() => text.cancel())
    await text.render()
    const links = await linksOf(pdf, page, viewport)
    // replaced in one step, so that the page never flickers
    if (!isStopped) content.replaceChildren(canvas, textLayer, ...links)
  }

  const stop = () => {
    isStopped = true
    for (const end of cancels) end()
  }
  const done = draw().catch((error: unknown) => {
    if (!isStopped) throw error
  })
  return { done, stop }
}

function canvasFor({ width, height }: Viewport) {
  const canvas = document.createElement('canvas')
  const sharpness = Math.min(devicePixelRatio || 1, Math.sqrt(maxPixels / (width * height)))
  canvas.width = Math.max(1, Math.floor(width * sharpness))
  canvas.height = Math.max(1, Math.floor(height * sharpness))
  canvas.setAttribute('aria-hidden', 'true')
  return canvas
}

interface Annotation {
  subtype?: string
  url?: string
  dest?: Destination
  rect: number[]
}
/** Name of a place in the document, or the place. */
export type Destination = string | Place | null | undefined
type Place = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getDestination']>>>

/** Number of the page of a place; undefined if the document has none. */
export async function pageOf(pdf: PDFDocumentProxy, dest: Destination): Promise<number | undefined> {
  try {
    const [page] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? []
    if (page == null) return undefined
    return 1 + (typeof page === 'number' ? page : await pdf.getPageIndex(page))
  } catch {
    return undefined
  }
}

function linkToWeb(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.title = url
  return link
}

/** Link of a table of contents or an index; in a new tab it opens the document there. */
function linkToPage(number: number) {
  const link = document.createElement('a')
  link.href = `?${parameters.page}=${number}`
  link.title = texts.page(number)
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    link.closest('[data-page]')?.parentElement?.querySelector(`[data-page="${number}"]`)?.scrollIntoView()
  })
  return link
}

async function linkOf(pdf: PDFDocumentProxy, { subtype, url, dest }: Annotation) {
  if (subtype !== 'Link') return undefined
  if (url) return /^(https?|mailto):/i.test(url) ? linkToWeb(url) : undefined
  const number = await pageOf(pdf, dest)
  return number === undefined ? undefined : linkToPage(number)
}

/** Links to the web, to mail and within the document; all other annotations are ignored. */
async function linksOf(pdf: PDFDocumentProxy, page: PDFPageProxy, viewport: Viewport) {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[]
  const links = await Promise.all(annotations.map((annotation) => linkOf(pdf, annotation)))
  return links.flatMap((link, index) => {
    if (!link) return []
    const [left = 0, bottom = 0, right = 0, top = 0] = annotations[index]?.rect ?? []
    const [x1, y1] = viewport.convertToViewportPoint(left, bottom)
    const [x2, y2] = viewport.convertToViewportPoint(right, top)
    link.className = css.link ?? ''
    link.setAttribute('aria-label', link.title)
    const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
    link.style.left = percent(Math.min(x1, x2), viewport.width)
    link.style.top = percent(Math.min(y1, y2), viewport.height)
    link.style.width = percent(Math.abs(x2 - x1), viewport.width)
    link.style.height = percent(Math.abs(y2 - y1), viewport.height)
    return [link]
  })
}
