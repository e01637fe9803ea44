import { expectDate } from '../../support/browser/dates.ts'
import {
  actionsOf,
  cardOf,
  deletionQuestion,
  fileNames,
  textFile,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { expect, overflowOf, type Screen, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('File cards', () => {
  const kinds = [
    ['acta.pdf', 'PDF', ['Ver PDF', 'Descargar'], []],
    ['foto.jpg', 'IMAGEN', ['Descargar'], ['Ver']],
    ['iphone.heic', 'IMAGEN', ['Descargar'], ['Ver']],
    ['vector.svg', 'IMAGEN', ['Descargar'], []],
    ['clip.mp4', 'VIDEO', ['Descargar'], []],
    ['voz.mp3', 'AUDIO', ['Descargar'], ['Play']],
    ['campana.wav', 'AUDIO', ['Descargar'], ['Play']],
    ['carta.docx', 'DOCUMENTO', ['Descargar'], []],
    ['cuentas.xlsx', 'HOJA DE CÁLCULO', ['Descargar'], []],
    ['charla.pptx', 'PRESENTACIÓN', ['Descargar'], []],
    ['notas.txt', 'TEXTO', ['Descargar'], []],
    ['paquete.zip', 'ARCHIVO', ['Descargar'], []],
  ] as const

  test('The card of each kind of file has its badge and its actions', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    for (const [name] of kinds) await zenon.uploadFile(fixture(name))
    await zenon.addLink('https://biblioteca.example/mapas')
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    for (const [name, badge, links, buttons] of kinds) {
      const card = cardOf(safo, name)
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByText(badge, { exact: true }), name).toBeVisible()
      expect({ name, ...(await actionsOf(card)) }).toEqual({ name, links, buttons })
    }
    const link = cardOf(safo, 'https://biblioteca.example/mapas')
    await expect(link.getByText('URL', { exact: true })).toBeVisible()
    await expect(link.getByText('biblioteca.example', { exact: true })).toBeVisible()
    await expect(link).not.toContainText('Bytes')
    expect(await actionsOf(link)).toEqual({ links: ['Abrir'], buttons: [] })
    const open = link.getByRole('link', { name: 'Abrir' })
    await expect(open).toHaveAttribute('href', 'https://biblioteca.example/mapas')
    await expect(open).toHaveAttribute('target', '_blank')
    await expect(open).toHaveAttribute('rel', /noopener/)
  })

  test('A card shows size, description, uploader and date of the file', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const file = await zenon.uploadFile(textFile('mil.txt', 'a'.repeat(1536)), {
      description: 'Mil y pico,\nen dos líneas.',
    })
    await zenon.uploadFile(textFile('pocos.txt', 'a'.repeat(512)))
    await zenon.uploadFile(textFile('casi.txt', 'a'.repeat(1023)))
    await zenon.uploadFile({ name: 'dos.bin', bytes: new Uint8Array(2 * 2 ** 20) })
    const safo = await openAs('Safo', '/files')
    const card = cardOf(safo, 'mil.txt')
    await expect(card.getByText('1.50 KB', { exact: true })).toBeVisible()
    await expect(card.getByText('Mil y pico, en dos líneas.')).toBeVisible()
    await expect(card.getByText('por Zenón', { exact: true })).toBeVisible()
    await expectDate(card.locator('time'), file.uploaded_at)
    for (const [name, size] of [
      ['pocos.txt', '512 Bytes'],
      ['casi.txt', '1023 Bytes'],
      ['dos.bin', '2.00 MB'],
    ] as const)
      await expect(cardOf(safo, name).getByText(size, { exact: true })).toBeVisible()
  })

  test('The card of an image shows the image, and its button opens the viewer', async ({ server, openAs }) => {
    await server.hipatia.uploadFile(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    const picture = cardOf(safo, 'foto.jpg').locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await cardOf(safo, 'foto.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
    await expect(safo.getByRole('dialog', { name: 'foto.jpg (Esc para cerrar)' })).toBeVisible()
  })

  test('The card of an image shows a small version that is made late, without a reload', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^503 GET \/api\/files\/\{id\}\/content\/thumb\./)
    await server.hipatia.uploadFile(fixture('foto.jpg'))
    let asked = 0
    const safo = await openAs('Safo', '/files', {
      before: async (page) => {
        await page.clock.install()
        await page.route(/\/content\/thumb\./, (route) =>
          ++asked <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue(),
        )
      },
    })
    const picture = cardOf(safo, 'foto.jpg').locator('img')
    await expect.poll(() => asked).toBe(1)
    await expect(picture).toHaveCount(0)
    await safo.clock.runFor(3000)
    await expect.poll(() => asked).toBe(2)
    await expect(picture).toHaveCount(0)
    await safo.clock.runFor(10_000)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  test('The card of a PDF opens a new tab, and the card of a recording opens the player', async ({
    server,
    openAs,
  }) => {
    await server.hipatia.uploadFile(fixture('voz.mp3'))
    const pdf = await server.hipatia.uploadFile(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    const tab = safo.waitForEvent('popup')
    await cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }).click()
    const opened = await tab
    await expect(opened).toHaveURL(`/files/${pdf.id}/view`)
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('acta.pdf')
    await cardOf(safo, 'voz.mp3').getByRole('button', { name: 'Play' }).click()
    await expect(safo.getByRole('dialog', { name: 'Reproductor de audio' })).toBeVisible()
  })

  test('A downloaded file keeps its name with accents, quotes and emoji', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    // Chromium itself replaces quotes and the joiners of emoji by _ in the names of saved files
    for (const [name, saved] of [
      ['notas.txt', 'notas.txt'],
      ['Canción de otoño, nº 3 (ñandú).txt', 'Canción de otoño, nº 3 (ñandú).txt'],
      [`La "última" 'palabra'.txt`, `La _última_ 'palabra'.txt`],
      ['Faro 🏛️ %41;.txt', 'Faro 🏛️ %41;.txt'],
      ['La maestra 👩‍🏫.txt', 'La maestra 👩_🏫.txt'],
      ['Αλεξάνδρεια 図書館 العربية.txt', 'Αλεξάνδρεια 図書館 العربية.txt'],
    ] as const) {
      const text = `Esto es ${name}`
      await zenon.uploadFile(textFile(name, text))
      const safo = await openAs('Safo', '/files')
      const downloading = safo.waitForEvent('download')
      await cardOf(safo, name).getByRole('link', { name: 'Descargar' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(saved)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).toString()).toBe(text)
      await expect(safo).toHaveURL('/files')
    }
  })

  test('Images, PDFs and HTML files are downloaded instead of opened', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/files')
    for (const name of ['foto.jpg', 'acta.pdf', 'pagina.html']) {
      const original = fixture(name)
      await server.hipatia.uploadFile(original)
      await safo.reload()
      const downloading = safo.waitForEvent('download')
      await cardOf(safo, name).getByRole('link', { name: 'Descargar' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).equals(original.bytes)).toBe(true)
    }
  })

  test('HTML, control characters and very long words in a name or description are shown as text within the screen', async ({
    server,
    openAs,
  }) => {
    const zenon = await server.person('Zenón')
    const html = '<img src=x onerror=alert(1)> & "b".txt'
    const long = `${'Nabucodonosor'.repeat(40)}.txt`
    await zenon.uploadFile(textFile(html), { description: '<script>alert(1)</script> **no** {{file:0a|no}}' })
    await zenon.uploadFile(textFile(`foto\u202egpj.\u200b\u0007exe`))
    await zenon.uploadFile(textFile('عربي שלום.txt'), { description: 'مرحبا '.repeat(40) })
    const { original_name } = await zenon.uploadFile(textFile(long), { description: 'sinespacios'.repeat(90) })
    await zenon.addLink(`https://museo.example/${'muy-largo-'.repeat(80)}`)
    expect(original_name).toMatch(/^(Nabucodonosor)+.*\.txt$/)
    expect(original_name).toHaveLength(255)
    for (const screen of ['desktop', 'narrow'] satisfies Screen[]) {
      const page = await openAs('Zenón', '/files', { screen })
      await expect(cardOf(page, html)).toBeVisible()
      await expect(cardOf(page, html)).toContainText('<script>alert(1)</script> **no** {{file:0a|no}}')
      await expect(page.getByRole('article').locator('img, script')).toHaveCount(0)
      await expect(cardOf(page, 'fotogpj.exe')).toBeVisible()
      await expect(cardOf(page, 'عربي שלום.txt')).toBeVisible()
      for (const name of await fileNames(page).all()) {
        const box = await name.boundingBox()
        expect(box && box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      }
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await cardOf(page, original_name).getByRole('button', { name: 'Eliminar' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(deletionQuestion(original_name))
      await expect(question.getByRole('button', { name: 'Eliminar' })).toBeInViewport()
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    }
  })
})
