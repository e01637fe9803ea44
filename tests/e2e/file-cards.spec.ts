import { fixture } from '../support/fixtures.ts'
import { expectDate } from './support/dates.ts'
import { cardOf, emptyText, names, note, picturesAreMade, section, toast } from './support/files.ts'
import { refuse } from './support/gate.ts'
import { answer, expect, type Locator, overflowOf, type Page, type Screen, test } from './support/test.ts'

const _sections = '**/api/files/sections'
const _links = '**/api/files/url'
const one = /\/api\/files\/[0-9a-f]{32}$/
const player = /^foreign GET https:\/\/www\.youtube-nocookie\.com\/embed\//

const sure = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Categorías' })

/** What can be pressed on a card, in words. */
const deeds = async (card: Locator) => ({
  links: await card.getByRole('link').allTextContents(),
  buttons: await card.getByRole('button').allTextContents(),
})

test.afterEach(({ house }) => picturesAreMade(house))

test.describe('The cards', () => {
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

  test('of each kind have their badge and what can be done with it', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    for (const [name] of kinds) await zenon.uploads(fixture(name))
    await zenon.links('https://biblioteca.example/mapas')
    const safo = await openAs('Safo', '/files')
    for (const [name, badge, links, buttons] of kinds) {
      const card = cardOf(safo, name)
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByText(badge, { exact: true }), name).toBeVisible()
      expect({ name, ...(await deeds(card)) }).toEqual({ name, links, buttons })
    }
    const link = cardOf(safo, 'https://biblioteca.example/mapas')
    await expect(link.getByText('URL', { exact: true })).toBeVisible()
    await expect(link.getByText('biblioteca.example', { exact: true })).toBeVisible()
    await expect(link).not.toContainText('Bytes')
    expect(await deeds(link)).toEqual({ links: ['Abrir'], buttons: [] })
    const open = link.getByRole('link', { name: 'Abrir' })
    await expect(open).toHaveAttribute('href', 'https://biblioteca.example/mapas')
    await expect(open).toHaveAttribute('target', '_blank')
    await expect(open).toHaveAttribute('rel', /noopener/)
  })

  test('say size, description, uploader and date', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const file = await zenon.uploads(note('mil.txt', 'a'.repeat(1536)), { description: 'Mil y pico,\nen dos líneas.' })
    await zenon.uploads(note('pocos.txt', 'a'.repeat(512)))
    await zenon.uploads(note('casi.txt', 'a'.repeat(1023)))
    await zenon.uploads({ name: 'dos.bin', bytes: new Uint8Array(2 * 2 ** 20) })
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

  test('of pictures show the picture itself', async ({ house, openAs }) => {
    await house.hipatia.uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    const picture = cardOf(safo, 'foto.jpg').locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await cardOf(safo, 'foto.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
    await expect(safo.getByRole('dialog', { name: 'foto.jpg (Esc para cerrar)' })).toBeVisible()
  })

  test('show a picture whose smaller version is made later, without being asked', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect(/^503 GET \/api\/files\/\{id\}\/content\/thumb\./)
    await house.hipatia.uploads(fixture('foto.jpg'))
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

  test('open a PDF in a tab of its own, and a recording in the player', async ({ house, openAs }) => {
    await house.hipatia.uploads(fixture('voz.mp3'))
    const pdf = await house.hipatia.uploads(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    const tab = safo.waitForEvent('popup')
    await cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }).click()
    const opened = await tab
    await expect(opened).toHaveURL(`/files/${pdf.id}/view`)
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('acta.pdf')
    await cardOf(safo, 'voz.mp3').getByRole('button', { name: 'Play' }).click()
    await expect(safo.getByRole('dialog', { name: 'Reproductor de audio' })).toBeVisible()
  })

  test('give the file back under its name, with accents, quotes and emoji', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    // Chromium itself writes _ for a quote and for what joins an emoji in the names that it saves
    for (const [name, saved] of [
      ['notas.txt', 'notas.txt'],
      ['Canción de otoño, nº 3 (ñandú).txt', 'Canción de otoño, nº 3 (ñandú).txt'],
      [`La "última" 'palabra'.txt`, `La _última_ 'palabra'.txt`],
      ['Faro 🏛️ %41;.txt', 'Faro 🏛️ %41;.txt'],
      ['La maestra 👩‍🏫.txt', 'La maestra 👩_🏫.txt'],
      ['Αλεξάνδρεια 図書館 العربية.txt', 'Αλεξάνδρεια 図書館 العربية.txt'],
    ] as const) {
      const text = `Esto es ${name}`
      await zenon.uploads(note(name, text))
      const safo = await openAs('Safo', '/files')
      const coming = safo.waitForEvent('download')
      await cardOf(safo, name).getByRole('link', { name: 'Descargar' }).click()
      const download = await coming
      expect(download.suggestedFilename()).toBe(saved)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).toString()).toBe(text)
      await expect(safo).toHaveURL('/files')
    }
  })

  test('download what a browser could show, too', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files')
    for (const name of ['foto.jpg', 'acta.pdf', 'pagina.html']) {
      const original = fixture(name)
      await house.hipatia.uploads(original)
      await safo.reload()
      const coming = safo.waitForEvent('download')
      await cardOf(safo, name).getByRole('link', { name: 'Descargar' }).click()
      const download = await coming
      expect(download.suggestedFilename()).toBe(name)
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).equals(original.bytes)).toBe(true)
    }
  })

  test('hold whatever stands in a name or a description, as text', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const html = '<img src=x onerror=alert(1)> & "b".txt'
    const long = `${'Nabucodonosor'.repeat(40)}.txt`
    await zenon.uploads(note(html), { description: '<script>alert(1)</script> **no** {{file:0a|no}}' })
    await zenon.uploads(note(`foto\u202egpj.\u200b\u0007exe`))
    await zenon.uploads(note('عربي שלום.txt'), { description: 'مرحبا '.repeat(40) })
    const { original_name } = await zenon.uploads(note(long), { description: 'sinespacios'.repeat(90) })
    await zenon.links(`https://museo.example/${'muy-largo-'.repeat(80)}`)
    expect(original_name).toMatch(/^(Nabucodonosor)+.*\.txt$/)
    expect(original_name).toHaveLength(255)
    for (const screen of ['desktop', 'narrow'] satisfies Screen[]) {
      const page = await openAs('Zenón', '/files', { screen })
      await expect(cardOf(page, html)).toBeVisible()
      await expect(cardOf(page, html)).toContainText('<script>alert(1)</script> **no** {{file:0a|no}}')
      await expect(page.getByRole('article').locator('img, script')).toHaveCount(0)
      await expect(cardOf(page, 'fotogpj.exe')).toBeVisible()
      await expect(cardOf(page, 'عربي שלום.txt')).toBeVisible()
      for (const name of await names(page).all()) {
        const box = await name.boundingBox()
        expect(box && box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      }
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await cardOf(page, original_name).getByRole('button', { name: 'Eliminar' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(sure(original_name))
      await expect(question.getByRole('button', { name: 'Eliminar' })).toBeInViewport()
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    }
  })
})

test.describe('YouTube', () => {
  const id = 'dQw4w9WgXcQ'
  const addresses = [
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?v=${id}&list=PL1234567890&index=2`,
    `https://m.youtube.com/watch?app=desktop&v=${id}`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abcdefgh`,
    `https://www.youtube.com/live/${id}`,
    `https://www.youtube.com/embed/${id}`,
    `http://youtube.com/watch?v=${id}`,
  ]

  test('is a video in whatever form its address comes, and nothing is asked of it before a click', async ({
    house,
    openAs,
    trouble,
  }) => {
    const zenon = await house.person('Zenón')
    for (const address of addresses) await zenon.links(address)
    const safo = await openAs('Safo', '/files')
    const foreign: string[] = []
    safo.on('request', (request) => {
      if (!request.url().startsWith(house.url)) foreign.push(request.url())
    })
    await safo.reload()
    for (const address of addresses) {
      const card = cardOf(safo, address)
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByText('VIDEO', { exact: true })).toBeVisible()
      await expect(card.getByRole('button', { name: 'Reproducir: Vídeo de YouTube youtube.com' })).toBeVisible()
      await expect(card).not.toContainText('(Short)')
      const original = card.getByRole('link', { name: 'Ver en YouTube' })
      await expect(original).toHaveAttribute('href', address)
      await expect(original).toHaveAttribute('target', '_blank')
      expect((await deeds(card)).links).toEqual(['Ver en YouTube'])
    }
    await expect(safo.locator('iframe')).toHaveCount(0)
    expect(foreign.filter((url) => !/^(data|blob):/.test(url))).toEqual([])

    trouble.expect(player)
    await safo.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>El video</p>' }),
    )
    const card = cardOf(safo, `https://youtu.be/${id}`)
    await card.getByRole('button', { name: /^Reproducir/ }).click()
    const frame = card.locator('iframe')
    await expect(frame).toHaveAttribute('src', new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${id}\\?`))
    await expect(frame).toHaveAttribute('title', 'Vídeo de YouTube')
    await expect(frame.contentFrame().getByText('El video')).toBeVisible()
    const box = await frame.boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    await expect(safo.locator('iframe')).toHaveCount(1)
  })

  test("is '(Short)' where the address says so, also on a phone", async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    for (const host of ['www.youtube.com', 'm.youtube.com', 'youtube.com'])
      await zenon.links(`https://${host}/shorts/${id}`)
    const safo = await openAs('Safo', '/files', { screen: 'phone' })
    for (const host of ['www.youtube.com', 'm.youtube.com', 'youtube.com']) {
      const address = `https://${host}/shorts/${id}`
      const card = cardOf(safo, `${address} (Short)`)
      await expect(card.getByRole('button', { name: 'Reproducir: Vídeo de YouTube (Short) youtube.com' })).toBeVisible()
      await expect(card.getByRole('link', { name: 'Ver en YouTube' })).toHaveAttribute('href', address)
    }
  })

  test('is not what only looks like it', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const others = [
      `https://youtube.com.malo.example/watch?v=${id}`,
      `https://malo.example/youtu.be/${id}`,
      'https://www.youtube.com/watch?v=corto',
      'https://www.youtube.com/@alejandria',
      `https://malo.example/shorts/${id}`,
    ]
    for (const address of others) await zenon.links(address)
    const safo = await openAs('Safo', '/files')
    for (const address of others) {
      const card = cardOf(safo, address)
      await expect(card.getByText('URL', { exact: true })).toBeVisible()
      expect(await deeds(card)).toEqual({ links: ['Abrir'], buttons: [] })
    }
  })
})

test.describe('Deleting', () => {
  const name = 'El "último" <b>plano $& de Ítaca.txt'

  test('is for the uploader and for admins', async ({ house, openAs }) => {
    await (await house.person('Zenón')).uploads(note('de Zenón.txt'))
    await house.hipatia.uploads(note('de Hipatia.txt'))
    for (const [who, mayDelete] of [
      ['Zenón', ['de Zenón.txt']],
      ['Safo', []],
      ['Hipatia', ['de Hipatia.txt', 'de Zenón.txt']],
    ] as const) {
      const page = await openAs(who, '/files')
      await expect(names(page)).toHaveCount(2)
      await expect(
        page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Eliminar' }) }),
        who,
      ).toHaveCount(mayDelete.length)
      for (const own of mayDelete)
        await expect(cardOf(page, own).getByRole('button', { name: 'Eliminar' })).toBeVisible()
    }
  })

  for (const who of ['Zenón', 'Hipatia'])
    test(`${who} is asked first, with the name as it is`, async ({ house, openAs }) => {
      const zenon = await house.person('Zenón')
      const file = await zenon.uploads(note(name))
      await zenon.uploads(note('otro.txt'))
      const page = await openAs(who, '/files')
      await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
      await answer(page, sure(name), 'Cancelar')
      await expect(names(page)).toHaveText(['otro.txt', name])
      expect(await zenon.call('GET', `/files/${file.id}`)).toMatchObject({ original_name: name })
      await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
      await answer(page, sure(name), 'Eliminar')
      await expect(toast(page, `«${name}» se ha eliminado.`)).toBeVisible()
      await expect(names(page)).toHaveText(['otro.txt'])
      await expect(section(page, 'Sin Categoría').getByText('1 archivo', { exact: true })).toBeVisible()
      await expect(sidebar(page).getByRole('button', { name: /^Todos/ })).toHaveText('Todos los Archivos1')
      await expect(zenon.call('GET', `/files/${file.id}`)).rejects.toThrow('404')
    })

  test('the last file leaves the empty archive', async ({ house, openAs }) => {
    await house.hipatia.uploads(note('único.txt'))
    const page = await openAs('Hipatia', '/files')
    await cardOf(page, 'único.txt').getByRole('button', { name: 'Eliminar' }).click()
    await answer(page, sure('único.txt'), 'Eliminar')
    await expect(page.getByText(emptyText, { exact: true })).toBeVisible()
  })

  for (const [detail, text] of [
    [undefined, 'Failed to delete file'],
    ['El estante está cerrado.', 'El estante está cerrado.'],
  ] as const)
    test(`says '${text}' when it fails, and the file stays`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 DELETE /api/files/{id}')
      await house.hipatia.uploads(note('único.txt'))
      const page = await openAs('Hipatia', '/files')
      await refuse(page, one, 500, detail, 'DELETE')
      const button = cardOf(page, 'único.txt').getByRole('button', { name: 'Eliminar' })
      await button.click()
      await answer(page, sure('único.txt'), 'Eliminar')
      await expect(toast(page, text)).toBeVisible()
      await expect(button).toBeEnabled()
      await page.unroute(one)
      await button.click()
      await answer(page, sure('único.txt'), 'Eliminar')
      await expect(page.getByText(emptyText, { exact: true })).toBeVisible()
    })
})
