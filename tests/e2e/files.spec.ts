import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import {
  above,
  archiveOf,
  cardOf,
  emptyText,
  names,
  note,
  picturesAreMade,
  queue,
  section,
  upload,
  uploadForm,
  urlForm,
} from './support/files.ts'
import { holdBack, refuse } from './support/gate.ts'
import { expect, headerOf, type Locator, type Page, type Screen, test } from './support/test.ts'

const sections = '**/api/files/sections'
const lists = '**/api/files?*'
const _links = '**/api/files/url'
const _one = /\/api\/files\/[0-9a-f]{32}$/

const _sure = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Categorías' })
const sectionNames = (page: Page) => page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })

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
    await tabTo(headerOf(page).getByRole('link', { name: /^Archivo\b/ }))
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
