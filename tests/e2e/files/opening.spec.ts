// Real files of the archive: shown, played, opened and saved under the policy of the site.
import { readFileSync } from 'node:fs'
import { cardOf, originalContent, textFile, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expect, type Locator, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

/** The name and the bytes of a download that a click starts. */
async function downloadOf(page: Page, link: Locator) {
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) }
}

test('Safo sees a photo upright and small, opens or saves its original', async ({ server, openAs, pageErrors }) => {
  // the browser's own page around an image, whose scripts the sandbox blocks
  pageErrors.tolerate(/^console error: Blocked script execution in /)
  await server.hipatia.uploadFile(fixture('foto.jpg'))
  await waitForImageVersions(server)
  const safo = await openAs('Safo', '/home')
  const requested: string[] = []
  safo.on('request', (request) => requested.push(request.url()))
  await safo.goto('/files')
  await cardOf(safo, 'foto.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
  const viewer = safo.getByRole('dialog', { name: 'foto.jpg (Esc para cerrar)' })
  const sizeOf = (image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]
  await expect.poll(() => viewer.getByRole('img').evaluate(sizeOf)).toEqual([900, 1200])
  expect(requested.filter((url) => /\/content\/screen\./.test(url))).toHaveLength(1)
  expect(requested.filter((url) => originalContent.test(url))).toEqual([])

  const opening = safo.context().waitForEvent('page')
  await viewer.getByRole('link', { name: 'Ver original' }).click()
  const tab = await opening
  await expect(tab).toHaveURL(originalContent)
  await expect(tab.locator('img')).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
  const { name, bytes } = await downloadOf(safo, viewer.getByRole('link', { name: 'Descargar' }))
  expect(name).toBe('foto.jpg')
  expect(bytes).toEqual(fixture('foto.jpg').bytes)
  await expect(viewer).toBeVisible()
})

test('a recording and a video are played by the site, from their addresses', async ({ server, openAs }) => {
  await server.hipatia.uploadFile(fixture('voz.mp3'))
  const { cloudinary_url } = await server.hipatia.uploadFile(fixture('clip.webm'))
  const safo = await openAs('Safo', '/files')
  const seen = await safo.evaluate(async (address) => {
    const video = Object.assign(document.createElement('video'), { src: address, muted: true })
    await video.play()
    const { videoWidth, videoHeight } = video
    const passed = await new Promise<number>((resolve) => {
      video.addEventListener('ended', () => resolve(video.currentTime))
    })
    return { passed: Math.round(passed), videoWidth, videoHeight }
  }, cloudinary_url as string)
  expect(seen).toEqual({ passed: 1, videoWidth: 160, videoHeight: 120 })
  await cardOf(safo, 'voz.mp3').getByRole('button', { name: 'Play' }).click()
  const player = safo.getByRole('dialog', { name: 'Reproductor de audio' })
  const timeOf = ({ currentTime }: HTMLAudioElement) => currentTime
  await expect.poll(() => player.locator('audio').evaluate(timeOf)).toBeGreaterThan(0.1)
})

test('files are saved instead of opened, under names with accents, quotes and emoji', async ({ server, openAs }) => {
  // Chromium itself replaces quotes and the joiners of emoji by _ in the names of saved files
  const saved = {
    'Canción de otoño, nº 3 (ñandú).txt': 'Canción de otoño, nº 3 (ñandú).txt',
    'La "última" \'palabra\'.txt': `La _última_ 'palabra'.txt`,
    'La maestra 👩‍🏫 %41;.txt': 'La maestra 👩_🏫 %41;.txt',
    'Αλεξάνδρεια 図書館 العربية.txt': 'Αλεξάνδρεια 図書館 العربية.txt',
  }
  const files = [
    ...Object.keys(saved).map((name) => textFile(name, `Esto es ${name}`)),
    ...['acta.pdf', 'pagina.html', 'clip.mp4'].map((name) => fixture(name)),
  ]
  for (const file of files) await server.hipatia.uploadFile(file)
  const safo = await openAs('Safo', '/files')
  for (const { name, bytes } of files) {
    const download = await downloadOf(safo, cardOf(safo, name).getByRole('link', { name: 'Descargar' }))
    expect(download.name).toBe(saved[name as keyof typeof saved] ?? name)
    expect(Buffer.from(download.bytes)).toEqual(Buffer.from(bytes))
  }
  await expect(safo).toHaveURL('/files')
})
