import { blankPage, expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

/** ATTACKS-AND-FAULTS E01 to E03, E21: uploaded files never run on the origin of the site, wherever they are opened. */

// the headless shell downloads PDFs instead of showing them
test.use({ needsFullChromium: true })

const hostile = [
  ...['hostil.svg', 'pagina.html', 'html-como.png', 'poliglota.gif', 'pdf-html.pdf', 'hostil.pdf', 'vector.svg'],
  ...['tabla.csv', 'notas.txt', 'paquete.zip'],
]
/** The content types that a liar would claim. */
const claimedTypes = ['', 'image/png', 'text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript']

/** The traces of a script that ran on the origin of the site: a global, the title, the storage. */
const traces = () => ({
  alert: Reflect.get(window, 'hacked') ?? null,
  title: document.title.includes('hack'),
  storage: (() => {
    try {
      return sessionStorage.length + localStorage.length
    } catch {
      return 0 // a sandbox has no storage
    }
  })(),
  origin: window.origin,
})

/** The headers by which a browser decides what to do with the bytes. */
async function headersThatDecide(address: string) {
  const { headers } = await fetch(address)
  const names = ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options']
  return names.map((name) => headers.get(name)).join('\n')
}

test('No uploaded file, opened in a tab, runs a script or reads anything', async ({ browse, server, pageErrors }) => {
  // refusals of the sandbox, and the parts of Chromium's own PDF viewer
  pageErrors.tolerate(/^console/, /^failed GET/, /^foreign GET chrome(-extension)?:/)
  const safo = await server.person('Safo')
  const context = await browse()
  const dialogs: string[] = []
  context.on('dialog', (dialog) => {
    dialogs.push(`${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  // Chromium's viewer isolates the script of a PDF, which may open an alert and nothing else
  const mayOpenAlert = new Set<string>()
  for (const name of hostile)
    await test.step(name, async () => {
      const seen = new Set<string>()
      for (const type of claimedTypes) {
        const file = await safo.uploadFile(fixture(name, { type }))
        // the same bytes under the same headers are opened once
        const served = await headersThatDecide(`${server.url}${file.cloudinary_url}`)
        if (seen.has(served)) continue
        seen.add(served)
        if (name === 'hostil.pdf') mayOpenAlert.add(new URL(file.cloudinary_url as string, server.url).href)
        const page = await context.newPage()
        let isDownload = false
        page.on('download', () => {
          isDownload = true
        })
        const opened = await page.goto(file.cloudinary_url ?? '').catch((error: Error) => {
          // a download isn't a page
          expect(error.message).toMatch(/Download is starting|ERR_ABORTED/)
          return null
        })
        if (opened && !isDownload) {
          const { alert, title, storage, origin } = await page.evaluate(traces)
          expect({ name, type, alert, title, storage }).toEqual({ name, type, alert: null, title: false, storage: 0 })
          // a sandboxed page has no origin; a PDF has the site's origin from the browser's viewer around it
          expect(['null', ...(file.file_type === 'application/pdf' ? [server.url] : [])]).toContain(origin)
        }
        // Chromium crashes when the tab is closed while its alert opens
        if (name === 'hostil.pdf') await expect.poll(() => dialogs.length).toBe(mayOpenAlert.size)
        await page.close()
      }
    })
  expect(dialogs.filter((address) => !mayOpenAlert.has(address))).toEqual([])
})

test('No uploaded file runs as a style, frame or worker of a page', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate(/^console/, /^failed GET/)
  const safo = await server.person('Safo')
  const page = await openAs('Safo', '/home')
  for (const name of ['pagina.html', 'hostil.svg', 'poliglota.gif', 'pdf-html.pdf', 'notas.txt']) {
    const { cloudinary_url } = await safo.uploadFile(fixture(name, { type: 'text/javascript' }))
    const outcome = await page.evaluate(async (address) => {
      const settled = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          element.addEventListener('load', () => resolve('loaded'))
          element.addEventListener('error', () => resolve('refused'))
          document.head.append(element)
        })
      const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
      const worker = await new Promise<string>((resolve) => {
        try {
          const made = new Worker(address)
          made.onerror = () => resolve('refused')
          made.onmessage = () => resolve('loaded')
        } catch {
          resolve('refused')
        }
      })
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
      return { style: await settled(style), worker, hacked: Reflect.get(window, 'hacked') ?? null }
    }, cloudinary_url as string)
    expect({ name, ...outcome }).toEqual({ name, style: 'refused', worker: 'refused', hacked: null })
  }
})

test('Another site cannot embed or read an uploaded image', async ({ server, browse, pageErrors }) => {
  pageErrors.tolerate(/^console/, /^failed/, /^foreign/)
  const safo = await server.person('Safo')
  const { thumb_url } = await safo.uploadFile(fixture('foto.jpg'))
  const page = await (await browse()).newPage()
  await page.goto(blankPage)
  const answer = await page.request.get(thumb_url as string)
  expect(answer.headers()['cross-origin-resource-policy']).toBe('same-origin')
  expect(answer.headers()['access-control-allow-origin']).toBeUndefined()
})
