import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { expectDate } from './support/dates.ts'
import {
  above,
  archiveOf,
  cardOf,
  picturesAreMade,
  queue,
  toast,
  upload,
  uploadForm,
  urlForm,
} from './support/files.ts'
import { holdBack, refuse } from './support/gate.ts'
import { answer, expect, headerOf, type Locator, overflowOf, type Page, type Screen, test } from './support/test.ts'

const sections = '**/api/files/sections'
const lists = '**/api/files?*'
const links = '**/api/files/url'
const one = /\/api\/files\/[0-9a-f]{32}$/
const player = /^foreign GET https:\/\/www\.youtube-nocookie\.com\/embed\//

const emptyText = 'No hay archivos subidos todavía. Sé el primero en compartir un archivo!'
const sure = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Categorías' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sectionNames = (page: Page) => page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })
const names = (scope: Page | Locator) => scope.getByRole('article').getByRole('heading', { level: 3 })

/** What can be pressed on a card, in words. */
const deeds = async (card: Locator) => ({
  links: await card.getByRole('link').allTextContents(),
  buttons: await card.getByRole('button').allTextContents(),
})

const note = (name: string, text = 'Unas notas.') => ({ name, type: 'text/plain', bytes: text })

test.afterEach(({ house }) => picturesAreMade(house))

test.describe('The screen', () => {
  test('of an empty archive says so, and leads to the first file', async ({ openAs }) => {
    const safo = await openAs('Safo', '/files')
    await expect(safo.getByRole('heading', { level: 1 })).toHaveText('Almacén de Archivos')
    await expect(safo.getByText(emptyText, { exact: true })).toBeVisible()
    await expect(safo.getByRole('article')).toHaveCount(0)
    await expect(sidebar(safo).getByRole('button', { name: /^Todos los Archivos/ })).toHaveText('Todos los Archivos0')
    await expect(sidebar(safo).getByRole('button', { name: /^Sin Categoría/ })).toHaveText('Sin Categoría0')
    await expect(uploadForm(safo)).toHaveCount(0)
    await safo.getByRole('button', { name: 'Subir Archivo' }).nth(1).click()
    await expect(uploadForm(safo)).toBeVisible()
  })

  test('groups files by category, in Spanish order with those without one last, the newest first', async ({
    house,
    openAs,
  }) => {
    const { hipatia } = house
    const zenon = await house.person('Zenón')
    const [zoologia, etica, nandues, arte] = [
      await hipatia.opens('Zoología'),
      await hipatia.opens('Ética'),
      await hipatia.opens('Ñandúes'),
      await hipatia.opens('Arte y Cultura'),
    ]
    await hipatia.opens('Vacía')
    await zenon.uploads(note('suelto.txt'))
    await zenon.uploads(note('primero.txt'), { category_id: etica.id })
    await zenon.links('https://segundo.example/', { category_id: etica.id })
    await hipatia.uploads(note('tercero.txt'), { category_id: etica.id })
    for (const { id } of [zoologia, nandues, arte]) await zenon.uploads(note('uno.txt'), { category_id: id })

    const safo = await openAs('Safo', '/files')
    await expect(sectionNames(safo)).toHaveText(['Arte y Cultura', 'Ética', 'Ñandúes', 'Zoología', 'Sin Categoría'])
    await section(safo, 'Ética').scrollIntoViewIfNeeded()
    await expect(names(section(safo, 'Ética'))).toHaveText(['tercero.txt', 'https://segundo.example/', 'primero.txt'])
    await expect(section(safo, 'Ética').getByText('3 archivos', { exact: true })).toBeVisible()
    await section(safo, 'Sin Categoría').scrollIntoViewIfNeeded()
    await expect(names(section(safo, 'Sin Categoría'))).toHaveText(['suelto.txt'])
    await expect(section(safo, 'Sin Categoría').getByText('1 archivo', { exact: true })).toBeVisible()
    await expect(safo.getByText('Vacía')).toHaveCount(0)

    await expect(sidebar(safo).getByRole('listitem')).toHaveText([
      'Todos los Archivos7',
      'Sin Categoría1',
      'Arte y Cultura1',
      'Ética3',
      'Ñandúes1',
      'Zoología1',
    ])
  })

  test('keeps the chosen category in its address, so that it can be gone back from and shared', async ({
    house,
    openAs,
  }) => {
    const historia = await house.hipatia.opens('Historia')
    const zenon = await house.person('Zenón')
    await zenon.uploads(note('crónica.txt'), { category_id: historia.id })
    await zenon.uploads(note('suelto.txt'))
    const safo = await openAs('Safo', '/files')
    const choice = (name: RegExp) => sidebar(safo).getByRole('button', { name })
    await expect(names(safo)).toHaveText(['crónica.txt', 'suelto.txt'])
    await expect(choice(/^Todos/)).toHaveAttribute('aria-current', 'true')

    await choice(/^Historia/).click()
    await expect(safo).toHaveURL(`/files?categoria=${historia.id}`)
    await expect(sectionNames(safo)).toHaveText(['Historia'])
    await expect(names(safo)).toHaveText(['crónica.txt'])
    await expect(choice(/^Historia/)).toHaveAttribute('aria-current', 'true')
    await choice(/^Sin Categoría/).click()
    await expect(safo).toHaveURL('/files?categoria=none')
    await expect(names(safo)).toHaveText(['suelto.txt'])

    await safo.goBack()
    await expect(names(safo)).toHaveText(['crónica.txt'])
    await safo.goBack()
    await expect(safo).toHaveURL('/files')
    await expect(names(safo)).toHaveText(['crónica.txt', 'suelto.txt'])

    await safo.goto(`/files?categoria=${historia.id}`)
    await expect(names(safo)).toHaveText(['crónica.txt'])
    await choice(/^Todos/).click()
    await expect(names(safo)).toHaveText(['crónica.txt', 'suelto.txt'])
    await expect(safo).toHaveURL('/files')
  })

  test('leads out of a category that has no files any more', async ({ house, openAs }) => {
    await house.hipatia.uploads(note('suelto.txt'))
    for (const gone of ['0'.repeat(32), 'lo que sea<b>']) {
      const safo = await openAs('Safo', `/files?categoria=${encodeURIComponent(gone)}`)
      await expect(safo.getByText('No hay archivos en esta categoría.', { exact: true })).toBeVisible()
      await safo.getByRole('button', { name: 'Ver todos los archivos' }).click()
      await expect(names(safo)).toHaveText(['suelto.txt'])
    }
  })

  test('loads more of a long section as one scrolls, each file once', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const added: string[] = []
    for (let number = 1; number <= 65; number++) {
      added.unshift(`https://museo.example/sala-${number}`)
      await zenon.links(`https://museo.example/sala-${number}`)
    }
    const safo = await openAs('Safo', '/files')
    const all = section(safo, 'Sin Categoría')
    await expect(all.getByText('65 archivos', { exact: true })).toBeVisible()
    await expect(all.getByRole('article').first()).toBeVisible()
    expect(await all.getByRole('article').count()).toBeLessThan(65)
    await expect(async () => {
      await safo.mouse.move(900, 600)
      await safo.mouse.wheel(0, 3000)
      expect(await all.getByRole('article').count()).toBe(65)
    }).toPass({ timeout: 15_000 })
    await expect(names(all)).toHaveText(added)
    await expect(all.getByRole('button', { name: 'Mostrar más' })).toHaveCount(0)
  })

  test("doesn't ask for the files of a section far below before one comes near", async ({ house, openAs }) => {
    const { hipatia } = house
    for (const name of ['Arte', 'Botánica', 'Ciencia', 'Danza', 'Zoología']) {
      const { id } = await hipatia.opens(name)
      for (let number = 1; number <= 6; number++)
        await hipatia.links(`https://${name === 'Zoología' ? 'abajo' : 'arriba'}.example/${number}`, {
          category_id: id,
        })
    }
    const safo = await openAs('Safo', '/files')
    await expect(names(section(safo, 'Arte'))).toHaveCount(6)
    await expect(section(safo, 'Zoología').getByRole('article')).toHaveCount(0)
    await section(safo, 'Zoología').getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
    await expect(names(section(safo, 'Zoología'))).toHaveCount(6)
  })

  test('says what it is loading', async ({ house, openAs }) => {
    await house.hipatia.uploads(note('suelto.txt'))
    let gate = { open: () => {} }
    const safo = await openAs('Safo', '/files', {
      before: async (page) => {
        gate = await holdBack(page, sections)
      },
    })
    await expect(safo.getByRole('status').filter({ hasText: 'Cargando archivos...' })).toBeAttached()
    await expect(safo.getByRole('status').filter({ hasText: 'Cargando categorías...' })).toBeAttached()
    gate.open()
    await expect(names(safo)).toHaveText(['suelto.txt'])
    await expect(safo.getByText('Cargando archivos...')).toHaveCount(0)
  })

  test('is for members', async ({ visit }) => {
    const page = await visit('/files')
    await expect(page).toHaveURL('/home')
  })
})

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

test.describe('Adding a link', () => {
  test('the two forms take turns, and a second press closes', async ({ openAs }) => {
    const safo = await openAs('Safo', '/files')
    const [file, url] = [above(safo, 'Subir Archivo'), above(safo, 'Agregar URL')]
    await expect(file).toHaveAttribute('aria-expanded', 'false')
    await file.click()
    await expect(uploadForm(safo)).toBeVisible()
    await expect(file).toHaveAttribute('aria-expanded', 'true')
    await url.click()
    await expect(urlForm(safo)).toBeVisible()
    await expect(uploadForm(safo)).toHaveCount(0)
    await expect(file).toHaveAttribute('aria-expanded', 'false')
    await expect(url).toHaveAttribute('aria-expanded', 'true')
    await file.click()
    await expect(uploadForm(safo)).toBeVisible()
    await expect(urlForm(safo)).toHaveCount(0)
    await file.click()
    await expect(uploadForm(safo)).toHaveCount(0)
    await url.click()
    await urlForm(safo).getByRole('button', { name: 'Cancelar' }).click()
    await expect(urlForm(safo)).toHaveCount(0)
  })

  test('the forms have their fields', async ({ house, openAs }) => {
    const { hipatia } = house
    for (const name of ['Música y Cine', 'Arte y Cultura']) await hipatia.opens(name)
    await hipatia.closes(await hipatia.opens('Alquimia'))
    const options = ['-- Sin Categoría --', 'Arte y Cultura', 'Música y Cine']
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Subir Archivo').click()
    const form = uploadForm(safo)
    await expect(form.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Safo')
    await expect(form.getByRole('textbox', { name: 'Nombre' })).not.toBeEditable()
    await expect(form.getByLabel('Archivo', { exact: true })).toHaveAttribute('required')
    await expect(form.getByRole('combobox', { name: 'Categoría' }).getByRole('option')).toHaveText(options)
    await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).not.toHaveAttribute('required')
    await form
      .getByLabel('Archivo', { exact: true })
      .setInputFiles({ name: 'mil.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536, 97) })
    const chosen = form.getByRole('list', { name: '1 archivo elegido' })
    await expect(chosen).toContainText('mil.txt')
    await expect(chosen).toContainText('1.50 KB')
    await chosen.getByRole('button', { name: 'Quitar mil.txt' }).click()
    await expect(form.getByRole('list')).toHaveCount(0)
    await form.getByRole('button', { name: 'Subir', exact: true }).click()
    await expect(form).toBeVisible()
    await expect(queue(safo)).toHaveCount(0)

    await above(safo, 'Agregar URL').click()
    const url = urlForm(safo).getByRole('textbox', { name: 'URL' })
    await expect(url).toHaveAttribute('type', 'url')
    await expect(url).toHaveAttribute('required')
    await expect(urlForm(safo).getByRole('combobox', { name: 'Categoría' }).getByRole('option')).toHaveText(options)
  })

  test('Safo adds one with a category and a description', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Agregar URL').click()
    const form = urlForm(safo)
    await form.getByRole('textbox', { name: 'URL' }).fill('  https://museo.example/faro  ')
    await form.getByRole('combobox', { name: 'Categoría' }).selectOption('Historia')
    await form.getByRole('textbox', { name: 'Descripción (opcional)' }).fill('El faro, por dentro')
    await form.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(toast(safo, 'El enlace se ha guardado en el archivo.')).toBeVisible()
    await expect(form).toHaveCount(0)
    const card = section(safo, 'Historia').getByRole('article')
    await expect(card).toContainText('El faro, por dentro')
    await expect(card).toContainText('por Safo')
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { original_url: 'https://museo.example/faro', category_id: historia.id, description: 'El faro, por dentro' },
    ])
    await above(safo, 'Agregar URL').click()
    await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('')
    await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).toHaveValue('')
  })

  test('what is no address is not sent', async ({ openAs, house }) => {
    const safo = await openAs('Safo', '/files')
    let sent = 0
    await safo.route(links, (route) => {
      sent++
      return route.fallback()
    })
    await above(safo, 'Agregar URL').click()
    const field = urlForm(safo).getByRole('textbox', { name: 'URL' })
    for (const address of ['', 'museo', '   ']) {
      await field.fill(address)
      await urlForm(safo).getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(field).toBeFocused()
    }
    expect(sent).toBe(0)
    expect(await archiveOf(await house.person('Safo'))).toEqual([])
  })

  for (const address of ['ftp://museo.example/faro', 'javascript:alert(1)', 'https://safo:clave@museo.example/'])
    test(`${address} is refused by the server, and stays with the reason beside it`, async ({ openAs, trouble }) => {
      trouble.expect('422 POST /api/files/url')
      const safo = await openAs('Safo', '/files')
      await above(safo, 'Agregar URL').click()
      const form = urlForm(safo)
      const field = form.getByRole('textbox', { name: 'URL' })
      await field.fill(address)
      await form.getByRole('textbox', { name: 'Descripción (opcional)' }).fill('Mi descripción')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(/La URL debe comenzar con http:\/\/ o https:\/\//)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(address)
      await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).toHaveValue('Mi descripción')
      await field.fill('https://museo.example/')
      await expect(field).not.toHaveAttribute('aria-invalid', 'true')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(cardOf(safo, 'https://museo.example/')).toContainText('Mi descripción')
    })

  for (const [detail, text] of [
    [undefined, 'Failed to add URL'],
    ['Hoy no se admiten enlaces.', 'Hoy no se admiten enlaces.'],
  ] as const)
    test(`says '${text}' when the server fails, and keeps what was typed`, async ({ openAs, trouble }) => {
      trouble.expect('500 POST /api/files/url')
      const safo = await openAs('Safo', '/files')
      await refuse(safo, links, 500, detail)
      await above(safo, 'Agregar URL').click()
      const form = urlForm(safo)
      await form.getByRole('textbox', { name: 'URL' }).fill('https://museo.example/')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(form.getByRole('alert')).toHaveText(`Error: ${text}`)
      await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('https://museo.example/')
      await safo.reload()
      await above(safo, 'Agregar URL').click()
      await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('https://museo.example/')
      await safo.unroute(links)
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(cardOf(safo, 'https://museo.example/')).toBeVisible()
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

test.describe('When files cannot be loaded', () => {
  for (const [detail, text] of [
    [undefined, 'Failed to fetch files'],
    ['El almacén está cerrado.', 'El almacén está cerrado.'],
  ] as const) {
    for (const [what, address, line] of [
      ['of the archive', sections, '500 GET /api/files/sections'],
      ['of a section', lists, '500 GET /api/files'],
    ] as const)
      test(`says '${text}' instead ${what}, and tries again`, async ({ house, openAs, trouble }) => {
        trouble.expect(line)
        await house.hipatia.uploads(note('único.txt'))
        const safo = await openAs('Safo', '/files', { before: (page) => refuse(page, address, 500, detail) })
        const alert = safo.getByRole('main').getByRole('alert')
        await expect(alert).toContainText(text)
        await expect(safo.getByText(emptyText)).toHaveCount(0)
        await safo.unroute(address)
        await alert.getByRole('button', { name: 'Reintentar' }).click()
        await expect(names(safo)).toHaveText(['único.txt'])
        await expect(alert).toHaveCount(0)
      })

    test(`says '${text}' below what is there when the next ones fail`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 GET /api/files')
      for (let number = 1; number <= 30; number++) await house.hipatia.links(`https://museo.example/sala-${number}`)
      const next = /\/api\/files\?.*after=|\/api\/files\?.*cursor=/
      const safo = await openAs('Safo', '/files', { before: (page) => refuse(page, next, 500, detail) })
      const alert = section(safo, 'Sin Categoría').getByRole('alert')
      await expect(names(safo).first()).toBeVisible()
      await names(safo).last().scrollIntoViewIfNeeded()
      await expect(alert).toContainText(text)
      await safo.unroute(next)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await expect(names(safo)).toHaveCount(30)
    })
  }
})

test.describe('Everybody finds their way', () => {
  test('Nadia, who is new, uploads with the keyboard alone', async ({ house, openAs }) => {
    const nadia = await house.person('Nadia')
    await house.hipatia.opens('Historia')
    const page = await openAs('Nadia', '/home')
    const press = (key: string) => page.keyboard.press(key)
    async function tabTo(target: Locator) {
      await expect(target).toBeVisible()
      for (let presses = 0; presses < 60; presses++) {
        await press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      throw new Error(`The focus never came to ${target}`)
    }
    await tabTo(headerOf(page).getByRole('link', { name: 'Archivo', exact: true }))
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeFocused()
    await tabTo(above(page, 'Subir Archivo'))
    await press('Enter')
    const form = uploadForm(page)
    await tabTo(form.getByLabel('Archivo', { exact: true }))
    const choosing = page.waitForEvent('filechooser')
    await press('Enter')
    await (await choosing).setFiles({ name: 'carta.txt', mimeType: 'text/plain', buffer: Buffer.from('Hola a todas.') })
    await expect(form.getByRole('list', { name: '1 archivo elegido' })).toBeVisible()
    await tabTo(form.getByRole('combobox', { name: 'Categoría' }))
    await page.keyboard.type('Hist')
    await tabTo(form.getByRole('textbox', { name: 'Descripción (opcional)' }))
    await page.keyboard.type('La primera carta')
    await tabTo(form.getByRole('button', { name: 'Subir', exact: true }))
    await press('Enter')
    await expect(queue(page).getByText('13 Bytes · Subido', { exact: true })).toBeVisible()
    await expect(section(page, 'Historia').getByRole('article')).toContainText('La primera carta')
    expect(await archiveOf(nadia)).toMatchObject([
      { original_name: 'carta.txt', description: 'La primera carta', category_name: 'Historia', uploaded_by: 'Nadia' },
    ])
  })

  for (const screen of ['desktop', 'narrow'] satisfies Screen[])
    test(`on a ${screen} screen, in both themes, with all that can be open`, async ({ house, openAs, trouble }) => {
      trouble.expect('422 POST /api/files/url', '507 POST /api/files/uploads')
      const empty = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      await expect(empty.getByText(emptyText)).toBeVisible()
      await expectAccessible(empty, 'empty archive')

      const historia = await house.hipatia.opens('Historia')
      const person = await house.person('Safo')
      for (const name of ['foto.jpg', 'dibujo.png', 'voz.mp3', 'cancion.ogg', 'acta.pdf', 'notas.txt'])
        await person.uploads(fixture(name), { category_id: historia.id, description: 'Una descripción' })
      await person.links('https://www.youtube.com/shorts/dQw4w9WgXcQ')
      await person.links('https://biblioteca.example/mapas')
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      await expect(section(safo, 'Historia').getByRole('article')).toHaveCount(6)
      if (screen === 'narrow') {
        await sidebar(safo).getByRole('button', { name: 'Categorías' }).click()
        await expect(sidebar(safo).getByRole('button', { name: /^Historia/ })).toBeVisible()
      }
      await expectAccessible(safo, 'archive')

      await above(safo, 'Agregar URL').click()
      await urlForm(safo).getByRole('textbox', { name: 'URL' }).fill('ftp://museo.example')
      await urlForm(safo).getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(urlForm(safo).getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(safo, 'form for links, with an error')

      // one fails, one stands still, one waits, one is done
      await upload(safo, { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('Uno.') })
      await expect(queue(safo).getByText('4 Bytes · Subido')).toBeVisible()
      await safo.route('**/api/files/uploads', (route) => route.fulfill({ status: 507, body: '' }), { times: 1 })
      await upload(safo, { name: 'sin-sitio.txt', mimeType: 'text/plain', buffer: Buffer.from('Uno.') })
      await expect(queue(safo).getByRole('alert')).toBeVisible()
      const gate = await holdBack(safo, /\/api\/files\/uploads\//)
      await upload(
        safo,
        ['uno.txt', 'dos.txt', `${'tres-'.repeat(40)}.txt`].map((name) => ({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        })),
      )
      await expect(queue(safo).getByRole('progressbar')).toHaveCount(3)
      await uploadForm(safo)
        .getByLabel('Archivo', { exact: true })
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
      await expectAccessible(safo, 'form and queue')
      gate.open()
      await expect(queue(safo).getByRole('progressbar')).toHaveCount(0)

      await cardOf(safo, 'notas.txt').getByRole('button', { name: 'Eliminar' }).click()
      const question = safo.getByRole('alertdialog', { name: '¿Continuar?' })
      await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await expectAccessible(safo, 'question')
      await question.getByRole('button', { name: 'Cancelar' }).click()

      await cardOf(safo, 'foto.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
      const viewer = safo.getByRole('dialog', { name: /^foto\.jpg/ })
      await expect(viewer.getByRole('img', { name: 'foto.jpg' })).toBeVisible()
      await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible()
      await expectAccessible(safo, 'viewer')
      await safo.keyboard.press('Escape')
      await expect(viewer).toBeHidden()

      await cardOf(safo, 'voz.mp3').getByRole('button', { name: 'Play' }).click()
      await expect(safo.getByRole('dialog', { name: 'Reproductor de audio' })).toBeVisible()
      await expect(safo.getByRole('list', { name: 'Lista de reproducción' })).toBeVisible()
      await expectAccessible(safo, 'player')
    })
})
