// Everything that browsers need to install the web. A whole Chromium is asked: its headless shell calls everything installable.
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serviceWorkers: 'allow', needsFullChromium: true })

interface Icon {
  src: string
  sizes: string
  purpose: string
}
interface Manifest {
  name: string
  lang: string
  icons: Icon[]
  shortcuts: { name: string; url: string }[]
}

async function readManifest(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  return { devtools, manifest: JSON.parse(data) as Manifest }
}

/** Size of a picture as it is drawn, and the opacity of its corner: 0 to 255. */
const look = (page: Page, src: string) =>
  page.evaluate(async (src) => {
    const picture = await createImageBitmap(await (await fetch(src)).blob())
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const corner = context?.getImageData(0, 0, 1, 1).data[3]
    return { sizes: `${picture.width}x${picture.height}`, corner }
  }, src)

test('Chromium can install Alejandría, with its icons, masks and shortcuts', async ({ openAs }) => {
  const page = await openAs('Telesila', '/home')
  const { devtools, manifest } = await readManifest(page)
  expect({ name: manifest.name, lang: manifest.lang }).toEqual({ name: 'Alejandría', lang: 'es' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // every page of a test is in a private window, where nothing can be installed
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])

  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    ...['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512', 'monochrome 512x512'],
  ])
  for (const { src, sizes, purpose } of manifest.icons)
    expect(await look(page, src), src).toEqual({ sizes, corner: purpose === 'maskable' ? 255 : 0 })
  const apple = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? ''
  expect(await look(page, apple)).toEqual({ sizes: '180x180', corner: 255 })

  const headings: string[] = []
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(url)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    headings.push(`${name}: ${await heading.innerText()}`)
  }
  expect(headings).toEqual(['Chat: Community Chat', 'Escribir un post: Crear Nuevo Post', 'Avisos: Avisos'])
})

test('an early offer to install is kept, and the browser’s own is prevented', async ({ openAs, pageErrors }) => {
  // what the account asks for further below, while the test ends
  pageErrors.tolerate(/^(503|failed) GET \/api\/auth\/users\/\{id\}\/contents/)
  const page = await openAs('Amparo', '/account', {
    before: (page) =>
      page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => {
          const event = new Event('beforeinstallprompt', { cancelable: true })
          dispatchEvent(Object.assign(event, { prompt: async () => {} }))
          document.documentElement.dataset.prevented = `${event.defaultPrevented}`
        }),
      ),
  })
  const section = page.getByRole('region', { name: 'Alejandría como aplicación' })
  await expect(section.getByRole('button', { name: 'Instalar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-prevented', 'true')
})
