import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from './pdf.ts'
import css from './pdf-page.module.css'

/** Phones refuse larger canvases. */
const maxPixels = 16_000_000

type Viewport = ReturnType<PDFPageProxy['getViewport']>

/** Draws a page into `content`, replacing its content. `ratio` is height by width. */
export function drawPage(pdf: PDFDocumentProxy, number: number, width: number, content: HTMLElement) {
  const cancels: (() => void)[] = []
  let isStopped = false

  const page = pdf.getPage(number)
  const ratio = page.then((found) => {
    const { width, height } = found.getViewport({ scale: 1 })
    return height / width
  })

  async function draw() {
    const found = await page
    if (isStopped) return
    const viewport = found.getViewport({ scale: width / found.getViewport({ scale: 1 }).width })
    const canvas = canvasFor(viewport)
    const task = found.render({
      canvas,
      viewport,
      transform: [canvas.width / viewport.width, 0, 0, canvas.height / viewport.height, 0, 0],
    })
    cancels.push(() => task.cancel())
    await task.promise
    const textLayer = createLayer(css.text)
    const text = new TextLayer({ textContentSource: found.streamTextContent(), container: textLayer, viewport })
    textLayer.style.setProperty('--total-scale-factor', String(viewport.scale))
    cancels.push(() => text.cancel())
    await text.render()
    const links = await linksOf(found, viewport)
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
  return { ratio, done, stop }
}

function createLayer(className: string | undefined) {
  const element = document.createElement('div')
  element.className = className ?? ''
  return element
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
  rect: number[]
}

/** Web and mail links; all other annotations are ignored. */
async function linksOf(page: PDFPageProxy, viewport: Viewport) {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[]
  return annotations.flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || !url || !/^(https?|mailto):/i.test(url)) return []
    const [left = 0, bottom = 0, right = 0, top = 0] = rect
    const [x1, y1] = viewport.convertToViewportPoint(left, bottom)
    const [x2, y2] = viewport.convertToViewportPoint(right, top)
    const link = document.createElement('a')
    link.className = css.link ?? ''
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
    link.setAttribute('aria-label', url)
    link.title = url
    const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
    link.style.left = percent(Math.min(x1, x2), viewport.width)
    link.style.top = percent(Math.min(y1, y2), viewport.height)
    link.style.width = percent(Math.abs(x2 - x1), viewport.width)
    link.style.height = percent(Math.abs(y2 - y1), viewport.height)
    return [link]
  })
}
