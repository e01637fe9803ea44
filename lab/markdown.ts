/**
 * Times of hostile texts in the components that show posts, in Chromium: `node lab/markdown.ts [part of a name]`.
 * Prints milliseconds of processor time for 50,000 and 100,000 characters, their ratio, and the elements made. Limits:
 * under 1 s, ratio under 2.5.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type CDPSession, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { hostile } from '../tools/hostile-markdown.ts'

type Measure = (text: string) => { nodes: number; letters: number }

const root = join(import.meta.dirname, '..')
const entry = `
  import '${root}/web/theme/global.css'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import { flushSync } from 'react-dom'
  import Markdown from '${root}/web/markdown/markdown.tsx'
  window.measure = (text) => {
    const root = document.body.appendChild(document.createElement('main'))
    const app = createRoot(root)
    flushSync(() => app.render(createElement(Markdown, { text, id: 'bench' })))
    root.getBoundingClientRect() // the layout is part of what the reader waits for
    const nodes = root.querySelectorAll('*').length
    const letters = root.textContent.length
    app.unmount()
    root.remove()
    return { nodes, letters }
  }`

/** Components as the browser gets them: bundled, minified, React for production. */
export async function buildPage(outDir: string): Promise<void> {
  const virtual = join(root, 'bench-entry.js')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      react(),
      {
        name: 'bench-entry',
        resolveId: (id) => (id === virtual ? id : undefined),
        load: (id) => (id === virtual ? entry : undefined),
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      lib: { entry: virtual, formats: ['iife'], name: 'bench', fileName: () => 'bench.js', cssFileName: 'bench' },
    },
  })
}

/** Separate browser per text: a stuck page would take the processor from the next one. */
async function open(folder: string): Promise<Page> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.setContent('<!doctype html><html lang="es"><body></body></html>')
  await page.addStyleTag({ path: join(folder, 'bench.css') })
  await page.addScriptTag({ path: join(folder, 'bench.js') })
  await page.evaluate(() =>
    (globalThis as unknown as { measure: Measure }).measure('# Hola\n\n*a* [b](c) | d\n'.repeat(300)),
  )
  return page
}

/** Processor time of the page's thread, without other programs of the machine. */
async function measureIn(page: Page, text: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  const before = await durations(session)
  const measured = await Promise.race([
    page.evaluate((given) => (globalThis as unknown as { measure: Measure }).measure(given), text),
    new Promise<null>((resolve) => setTimeout(resolve, 30_000, null)),
  ])
  if (!measured) return null
  const after = await durations(session)
  await session.detach()
  return { ...measured, ms: after.task - before.task, layout: after.layout - before.layout }
}

async function durations(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0)
  return { task: of('TaskDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') }
}

/** Baseline: on a busy machine everything takes longer. */
const ordinary = (size: number) =>
  '## El faro\n\nAna escribió **mucho** sobre [el faro](/blog/1) de Alejandría,\nque guio a los barcos *mil* años.\n\n- pan\n- vino\n\n'
    .repeat(size / 100)
    .slice(0, size)

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-markdown-'))
  await buildPage(folder)
  let page = await open(folder)
  let worst = 0
  console.log(`${'text'.padEnd(34)}  50 KB  100 KB  ratio  layout  nodes  letters`)
  for (const [name, make] of Object.entries({ 'what people write': ordinary, ...hostile })) {
    if (!name.includes(process.argv[2] ?? '')) continue
    const half = await measureIn(page, make(50_000))
    const whole = half && (await measureIn(page, make(100_000)))
    if (!half || !whole) {
      console.log(`${name.padEnd(34)}  more than 30 s`)
      await page.context().browser()?.close()
      page = await open(folder)
      continue
    }
    worst = Math.max(worst, whole.ms)
    const figures = [
      half.ms.toFixed(0).padStart(6),
      whole.ms.toFixed(0).padStart(7),
      (whole.ms / half.ms).toFixed(1),
      whole.layout.toFixed(0),
    ]
    const note = whole.ms > 1000 || (whole.ms > 50 && whole.ms / half.ms > 2.5) ? '  <-' : ''
    console.log(`${name.padEnd(34)} ${figures.join(' ')}  ${whole.nodes}  ${whole.letters}${note}`)
  }
  console.log(`worst: ${worst.toFixed(0)} ms`)
  await page.context().browser()?.close()
  await rm(folder, { recursive: true })
}

if (import.meta.main) await main()
