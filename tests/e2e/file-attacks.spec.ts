import { fixture } from '../support/fixtures.ts'
import { expect, quietPage, test } from './support/test.ts'

/** ATTACKS-AND-FAULTS E01 to E03, E21: what somebody uploads never runs on our origin, wherever it is opened. */

const hostile = [
  ...['hostil.svg', 'pagina.html', 'html-como.png', 'poliglota.gif', 'pdf-html.pdf', 'hostil.pdf', 'vector.svg'],
  ...['tabla.csv', 'notas.txt', 'paquete.zip'],
]
/** What a liar would say of it. */
const claims = ['', 'image/png', 'text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript']

/** Everything in it that could reach our origin leaves a trace: a title, a global, storage, a request. */
const traces = () => ({
  alert: Reflect.get(window, 'hacked') ?? null,
  title: document.title.includes('hack'),
  storage: (() => {
    try {
      return sessionStorage.length + localStorage.length
    } catch {
      return 0 // a sandbox has none
    }
  })(),
  origin: window.origin,
})

for (const name of hostile)
  test(`${name}, opened in a tab of its own, neither runs nor sees what is ours`, async ({
    browse,
    house,
    trouble,
  }) => {
    // what a sandbox says of what it refused, and the parts of Chromium's own viewer of PDFs
    trouble.tolerate(/^console/, /^failed GET/, /^foreign GET chrome(-extension)?:/)
    const safo = await house.person('Safo')
    const context = await browse()
    const dialogs: string[] = []
    context.on('dialog', (dialog) => {
      dialogs.push(`${dialog.page()?.url()}`)
      void dialog.dismiss()
    })
    // Chromium's viewer runs a PDF's own script in a world of its own: it may put up a message there, and no more
    const mayAsk = new Set<string>()
    for (const type of claims) {
      const file = await safo.uploads(fixture(name, { type }))
      if (name === 'hostil.pdf') mayAsk.add(new URL(file.cloudinary_url as string, house.url).href)
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
        expect({ type, alert, title, storage }).toEqual({ type, alert: null, title: false, storage: 0 })
        // nothing there counts as ours; around a PDF the browser puts a viewer of its own, of which this is the origin
        expect(['null', ...(file.file_type === 'application/pdf' ? [house.url] : [])]).toContain(origin)
      }
      // closed while its message comes up, the tab takes all of Chromium down with it
      if (name === 'hostil.pdf') await expect.poll(() => dialogs.length).toBe(mayAsk.size)
      await page.close()
    }
    expect(dialogs.filter((address) => !mayAsk.has(address))).toEqual([])
  })

test('taken up by a page of ours as script, style, frame or worker, none of it runs either', async ({
  openAs,
  house,
  trouble,
}) => {
  trouble.tolerate(/^console/, /^failed GET/)
  const safo = await house.person('Safo')
  const page = await openAs('Safo', '/home')
  for (const name of ['pagina.html', 'hostil.svg', 'poliglota.gif', 'pdf-html.pdf', 'notas.txt']) {
    const { cloudinary_url } = await safo.uploads(fixture(name, { type: 'text/javascript' }))
    const outcome = await page.evaluate(async (address) => {
      const settled = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          element.addEventListener('load', () => resolve('loaded'))
          element.addEventListener('error', () => resolve('refused'))
          document.head.append(element)
          setTimeout(() => resolve('nothing'), 1000)
        })
      const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
      const worker = await new Promise<string>((resolve) => {
        try {
          const made = new Worker(address)
          made.onerror = () => resolve('refused')
          made.onmessage = () => resolve('loaded')
          setTimeout(() => resolve('nothing'), 500)
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

test('a picture of ours is no use to another site', async ({ house, browse, trouble }) => {
  trouble.tolerate(/^console/, /^failed/, /^foreign/)
  const safo = await house.person('Safo')
  const { thumb_url } = await safo.uploads(fixture('foto.jpg'))
  const page = await (await browse()).newPage()
  await page.goto(quietPage)
  const answer = await page.request.get(thumb_url as string)
  expect(answer.headers()['cross-origin-resource-policy']).toBe('same-origin')
  expect(answer.headers()['access-control-allow-origin']).toBeUndefined()
})
