import { readFileSync } from 'node:fs'
import { textPdf } from '../fixtures/pdf.ts'
import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf } from './support/files.ts'
import { expect, type Given, type Locator, overflowOf, type Page, test } from './support/test.ts'

type Browsing = Parameters<Given['openAs']>[2]

const region = (page: Page) => page.getByRole('region', { name: 'Documento' })
const sheet = (page: Page, number: number) => page.getByRole('group', { name: `Página ${number}`, exact: true })
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Página y tamaño' })
const pageField = (page: Page) => tools(page).getByRole('textbox', { name: 'Página' })
const button = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true })
const widthOf = async (sheet: Locator) => (await sheet.boundingBox())?.width ?? 0
/** A document that is written here, with this name. */
const written = (name: string, bytes: Uint8Array) => ({ name, type: 'application/pdf', bytes: new Uint8Array(bytes) })

/** Uploads a document and opens its tab as Safo. */
async function read(
  { house, openAs }: Pick<Given, 'house' | 'openAs'>,
  file: ReturnType<typeof fixture>,
  browsing?: Browsing,
) {
  const stored = await (await house.person('Safo')).uploads(file)
  const safo = await openAs('Safo', `/files/${stored.id}/view`, browsing)
  await expect(safo.getByRole('heading', { level: 1, name: file.name })).toBeVisible()
  return { safo, stored }
}

/** The colour of the drawn page at a place, both from 0 to 1: 'r,g,b'. */
const colourAt = (page: Page, x: number, y: number) =>
  sheet(page, 1)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [x, y]) =>
        [...(canvas.getContext('2d')?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data ?? [])]
          .slice(0, 3)
          .join(','),
      [x, y] as const,
    )
/** That it is about this colour: pictures are squeezed. */
async function expectColour(page: Page, [x, y]: [number, number], wanted: [number, number, number]) {
  const found = (await colourAt(page, x, y)).split(',').map(Number)
  for (const [index, value] of wanted.entries())
    expect(Math.abs((found[index] ?? -99) - value), `${found} instead of ${wanted}`).toBeLessThan(24)
}

test.describe('The tab of a PDF', () => {
  test('is opened by "Ver PDF", signed in, with the pages and their words', async ({ house, openAs }) => {
    const stored = await (await house.person('Zenón')).uploads(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    const opening = safo.context().waitForEvent('page')
    await cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }).click()
    const tab = await opening
    await expect(tab).toHaveURL(`/files/${stored.id}/view`)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('acta.pdf')
    await expect(tab).toHaveTitle('acta.pdf · Alejandría')
    await expect(region(tab).getByRole('group')).toHaveCount(3)
    await expect(sheet(tab, 1)).toContainText('Se leyó el inventario de los papiros y se aprobó por unanimidad.')
    await expect(sheet(tab, 2)).toContainText('La señora Ana devolvió el códice número 17; Bruno pidió otra semana.')
    await expect(sheet(tab, 1).locator('canvas')).toBeVisible()
    await expect(region(tab)).toBeFocused()
    // the archive is still there, in its own tab
    await expect(cardOf(safo, 'acta.pdf')).toBeVisible()
    await tab.getByRole('link', { name: 'Volver al Archivo' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
  })

  test('has words that can be selected where they are seen', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('acta.pdf'))
    const words = sheet(safo, 1).getByText('Se leyó el inventario', { exact: false })
    await expect(words).toBeVisible()
    const box = await words.boundingBox()
    if (!box) throw new Error('The words are nowhere')
    await safo.mouse.move(box.x + 1, box.y + box.height / 2)
    await safo.mouse.down()
    await safo.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
    await safo.mouse.up()
    expect(await safo.evaluate(() => String(getSelection()))).toMatch(/^Se leyó el inventario de los papiros/)
    // and they lie where the canvas has its letters, as wide as these
    const inkBetween = (left: number, right: number) =>
      sheet(safo, 1).evaluate(
        (sheet, [left, right, top, height]) => {
          const canvas = sheet.querySelector('canvas')
          const context = canvas?.getContext('2d')
          const frame = canvas?.getBoundingClientRect()
          if (!canvas || !context || !frame) throw new Error('Nothing is drawn')
          const scale = canvas.width / frame.width
          const [x, y, width] = [(left - frame.x) * scale, (top - frame.y) * scale, (right - left) * scale]
          const { data } = context.getImageData(x, y, width, height * scale)
          return data.filter((value, index) => index % 4 === 0 && value < 128).length
        },
        [left, right, box.y, box.height] as const,
      )
    const end = box.x + box.width
    expect(await inkBetween(box.x, box.x + 30)).toBeGreaterThan(20)
    expect(await inkBetween(end - 60, end)).toBeGreaterThan(20)
    expect(await inkBetween(end + 5, end + 60)).toBe(0)
  })

  test('jumps to a page by its number, and says which one is looked at', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('acta.pdf'))
    await expect(pageField(safo)).toHaveValue('1')
    await expect(tools(safo).getByText('de 3', { exact: true })).toBeVisible()
    await pageField(safo).fill('3')
    await pageField(safo).press('Enter')
    await expect(sheet(safo, 3)).toBeInViewport()
    await expect(sheet(safo, 3)).toContainText('¿Quién cuidará de las lámparas en otoño?')
    await expect(pageField(safo)).toHaveValue('3')
    for (const wrong of ['9', '0', 'dos']) {
      await pageField(safo).fill(wrong)
      await pageField(safo).press('Enter')
      await expect(pageField(safo)).toHaveValue('3')
    }
    await region(safo).focus()
    await safo.keyboard.press('Home')
    await expect(pageField(safo)).toHaveValue('1')
    await expect(sheet(safo, 1)).toBeInViewport()
  })

  test('is larger and smaller by buttons and by + - 0, within bounds', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('acta.pdf'))
    const one = sheet(safo, 1)
    await expect(one.locator('canvas')).toBeVisible()
    const fit = await widthOf(one)
    expect(fit).toBeGreaterThan(600)
    const expectFactor = (factor: number) =>
      expect.poll(async () => Math.round((100 * (await widthOf(one))) / fit) / 100).toBe(factor)
    await button(safo, 'Acercar').click()
    await expectFactor(1.25)
    await button(safo, 'Alejar').click()
    await expectFactor(1)
    await region(safo).focus()
    await safo.keyboard.press('+')
    await safo.keyboard.press('+')
    await expectFactor(1.5)
    await safo.keyboard.press('0')
    await expectFactor(1)
    await safo.keyboard.press('-')
    await expectFactor(0.8)
    await button(safo, 'Ajustar al ancho').click()
    await expectFactor(1)
    for (let presses = 0; presses < 12; presses++) await safo.keyboard.press('-')
    await expectFactor(0.5)
    await expect(button(safo, 'Alejar')).toBeDisabled()
    for (let presses = 0; presses < 12; presses++) await safo.keyboard.press('+')
    await expectFactor(4)
    await expect(button(safo, 'Acercar')).toBeDisabled()
    // drawn again as sharp as it is large
    await expect
      .poll(() => one.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width))
      .toBeGreaterThan(2 * fit)
    // in the field for the page, keys are for the field
    await safo.keyboard.press('0')
    await expectFactor(1)
    await pageField(safo).focus()
    await safo.keyboard.type('--+')
    await expect(pageField(safo)).toHaveValue('--+')
    await expectFactor(1)
  })

  test('leads to the document itself, fitted to the width, and to its download', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('acta.pdf'))
    const direct = safo.getByRole('link', { name: 'Direct View' })
    const href = (await direct.getAttribute('href')) ?? ''
    expect(href).toMatch(/^\/api\/files\/[0-9a-f]{32}\/content\/[^?#]+#view=FitH$/)
    await expect(direct).toHaveAttribute('target', '_blank')
    const answer = await safo.request.get(href.replace(/#.*/, ''))
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect(answer.headers()['content-disposition']).toMatch(/^inline/)

    const coming = safo.waitForEvent('download')
    await safo.getByRole('link', { name: 'Download', exact: true }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('acta.pdf')
    expect(new Uint8Array(readFileSync(await download.path()))).toEqual(fixture('acta.pdf').bytes)
  })

  test('fits on the smallest phone, also when it is enlarged', async ({ house, openAs }) => {
    const { safo } = await read(
      { house, openAs },
      fixture('acta.pdf', { name: `${'acta-muy-larga-'.repeat(9)}.pdf` }),
      {
        screen: 'narrow',
      },
    )
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
    expect(await widthOf(sheet(safo, 1))).toBeLessThanOrEqual(360)
    for (const name of ['Volver al Archivo', 'Direct View', 'Download'])
      await expect(safo.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(tools(safo)).toBeInViewport({ ratio: 1 })
    await button(safo, 'Acercar').tap()
    await button(safo, 'Acercar').tap()
    await expect.poll(() => widthOf(sheet(safo, 1))).toBeGreaterThan(400)
    // the document is pushed sideways in its own room
    expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
    expect(await region(safo).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  })

  test('draws of two hundred pages only those near the window, and fetches only what it draws', async ({
    house,
    openAs,
  }) => {
    const texts = Array.from({ length: 200 }, (_, index) => `Rollo ${index + 1}.`)
    const bytes = textPdf(texts, 10_000)
    const stored = await (await house.person('Safo')).uploads(written('rollos.pdf', bytes))
    const safo = await openAs('Safo', '/home')
    const ranges: number[] = []
    safo.on('response', (response) => {
      const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(response.headers()['content-range'] ?? '') ?? []
      if (response.status() === 206) ranges.push(Number(to) - Number(from) + 1)
    })
    const fetched = () => ranges.reduce((sum, length) => sum + length, 0)
    await safo.goto(`/files/${stored.id}/view`)
    await expect(sheet(safo, 1)).toContainText('Rollo 1.')
    await expect(region(safo).getByRole('group')).toHaveCount(200)
    const canvases = region(safo).locator('canvas')
    await expect(canvases.first()).toBeVisible()
    expect(await canvases.count()).toBeLessThan(8)
    expect(fetched()).toBeGreaterThan(0)
    expect(fetched()).toBeLessThan(bytes.length / 3)

    await pageField(safo).fill('150')
    await pageField(safo).press('Enter')
    await expect(sheet(safo, 150)).toContainText('Rollo 150.')
    await expect(sheet(safo, 150)).toBeInViewport()
    await expect(pageField(safo)).toHaveValue('150')
    await expect(sheet(safo, 1).locator('canvas')).toHaveCount(0)
    await expect(sheet(safo, 1)).not.toContainText('Rollo')
    expect(await canvases.count()).toBeLessThan(8)
    expect(fetched()).toBeLessThan((2 * bytes.length) / 3)
    await safo.keyboard.press('Escape')
    await region(safo).focus()
    await safo.keyboard.press('End')
    await expect(sheet(safo, 200)).toContainText('Rollo 200.')
    await expect(pageField(safo)).toHaveValue('200')
  })
})

test.describe('A PDF that means harm', () => {
  for (const [name, text] of [
    ['hostil.pdf', 'Pulsa aqui'],
    ['pdf-html.pdf', 'Parece un PDF'],
  ] as const)
    test(`is only shown: ${name}`, async ({ house, openAs }) => {
      let dialogs = 0
      const { safo } = await read({ house, openAs }, fixture(name), {
        before: async (page) => {
          page.on('dialog', (dialog) => {
            dialogs++
            void dialog.dismiss()
          })
        },
      })
      await expect(sheet(safo, 1)).toContainText(text)
      await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
      // neither the link that is a script nor the one that starts a program
      await expect(region(safo).locator('a, iframe, embed, object, form, script')).toHaveCount(0)
      const here = safo.url()
      const box = await sheet(safo, 1).boundingBox()
      for (const [x, y] of [
        [0.5, 0.375],
        [0.5, 0.625],
      ] as const)
        await safo.mouse.click((box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0))
      await expect(sheet(safo, 1)).toContainText(text)
      expect(safo.url()).toBe(here)
      expect(safo.context().pages()).toHaveLength(1)
      expect(dialogs).toBe(0)
    })

  test('has links that lead out in a tab of their own, unseen by where they lead', async ({ house, openAs }) => {
    const bytes = textPdf(
      ['Un enlace'],
      0,
      '/Annots[<</Type/Annot/Subtype/Link/Rect[40 490 200 520]/A<</S/URI/URI(https://museo.example/)>>>>]',
    )
    const { safo } = await read({ house, openAs }, written('enlace.pdf', bytes))
    const link = region(safo).getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://museo.example/')
    await expect(link).toHaveAccessibleName('https://museo.example/')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
    const box = await link.boundingBox()
    expect(box?.width).toBeGreaterThan(100)
  })
})

test.describe('What stands in the way of a document', () => {
  for (const [what, bytes] of [
    ['what only begins as a PDF', Buffer.from(`%PDF-1.7\n${'nada de esto es un PDF '.repeat(200)}`)],
    ['the beginning of a PDF', fixture('acta.pdf').bytes.slice(0, 300)],
  ] as const)
    test(`is said: ${what}`, async ({ house, openAs, trouble }) => {
      trouble.expect(/^console warning: pdf /)
      trouble.tolerate(/^console warning: Warning: /) // what pdf.js says of it
      const { safo } = await read({ house, openAs }, written('rota.pdf', bytes))
      await expect(safo.getByRole('alert')).toContainText('El archivo está dañado o no es un PDF.')
      await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
      await expect(region(safo)).toHaveCount(0)
    })

  test('a document that is cut off in the middle shows what is left of it, or says that it is broken', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.tolerate(/^console warning: /) // what is left is put together or not, and both is said there
    const { bytes } = fixture('acta.pdf')
    const { safo } = await read({ house, openAs }, written('media.pdf', bytes.slice(0, bytes.length / 2)))
    await expect(
      safo.getByText('El archivo está dañado o no es un PDF.').or(sheet(safo, 1).locator('canvas')).first(),
    ).toBeVisible()
  })

  test('an address that has expired: the document is there after Retry', async ({ house, openAs, trouble }) => {
    trouble.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./, /^console warning: pdf /)
    const stored = await (await house.person('Safo')).uploads(fixture('acta.pdf'))
    const content = /\/content\/original\./
    const safo = await openAs('Safo', `/files/${stored.id}/view`, {
      before: (page) =>
        page.route(content, (route) =>
          route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
        ),
    })
    const alert = safo.getByRole('alert')
    await expect(alert).toContainText('No se pudo mostrar el documento.')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('No se pudo mostrar el documento.')
    await safo.route(`**/api/files/${stored.id}`, async (route) => {
      const response = await route.fetch()
      const record = await response.json()
      await route.fulfill({ response, json: { ...record, cloudinary_url: `${record.cloudinary_url}?fresca` } })
    })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(sheet(safo, 1)).toContainText('Se leyó el inventario')
    await expect(alert).toHaveCount(0)
  })

  test('a password: it is asked for, a wrong one is refused, the right one opens', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('secreto.pdf'))
    await expect(safo.getByText('El documento está protegido con contraseña.')).toBeVisible()
    const field = safo.getByLabel('Contraseña', { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(region(safo)).toHaveCount(0)
    await field.fill('pergamino')
    await safo.getByRole('button', { name: 'Abrir documento' }).click()
    await expect(safo.getByText('Esa contraseña no abre el documento.')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(region(safo)).toHaveCount(0)
    await expectAccessible(safo, 'password refused')
    await field.fill('papiro')
    await field.press('Enter')
    await expect(sheet(safo, 1)).toContainText('Donde se guardan las llaves')
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    await expect(region(safo)).toBeFocused()
    expect(safo.url()).not.toContain('papiro')
  })

  test('a file that is no PDF, one that is gone, and one that never was', async ({ house, openAs, trouble }) => {
    trouble.expect('404 GET /api/files/{id}')
    const person = await house.person('Safo')
    const photo = await person.uploads(fixture('foto.jpg'))
    const gone = await person.uploads(fixture('acta.pdf'))
    const link = await person.links('https://museo.example/acta.pdf')
    await person.call('DELETE', `/files/${gone.id}`)
    const safo = await openAs('Safo', `/files/${photo.id}/view`)
    await expect(safo.getByText('Este archivo no es un PDF.')).toBeVisible()
    await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveCount(0)
    await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
    await safo.goto(`/files/${link.id}/view`)
    await expect(safo.getByText('Este archivo no es un PDF.')).toBeVisible()
    await expect(safo.getByRole('link', { name: 'Download', exact: true })).toHaveCount(0)
    for (const id of [gone.id, 'f'.repeat(32)]) {
      await safo.goto(`/files/${id}/view`)
      await expect(safo.getByText('Este archivo no existe o ya se ha eliminado.')).toBeVisible()
      await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveCount(0)
    }
    await safo.getByRole('main').getByRole('link', { name: 'Volver al Archivo' }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
  })

  test('a visitor is sent away', async ({ house, visit }) => {
    const stored = await (await house.person('Safo')).uploads(fixture('acta.pdf'))
    const page = await visit(`/files/${stored.id}/view`)
    await expect(page).toHaveURL('/home')
    await expect(page.getByText('acta.pdf')).toHaveCount(0)
  })
})

test.describe('Pictures in a document', () => {
  test('of JPEG 2000 appear', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('jpx.pdf'))
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    await expectColour(safo, [0.05, 0.05], [255, 0, 0]) // the page around it
    await expectColour(safo, [0.3, 0.3], [208, 24, 24])
    await expectColour(safo, [0.7, 0.3], [23, 138, 58])
    await expectColour(safo, [0.3, 0.7], [24, 72, 200])
    await expectColour(safo, [0.7, 0.7], [232, 200, 24])
  })

  test('of JBIG2 appear', async ({ house, openAs }) => {
    const { safo } = await read({ house, openAs }, fixture('jbig2.pdf'))
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    await expectColour(safo, [0.05, 0.05], [255, 0, 0])
    await expectColour(safo, [0.4, 0.5], [255, 255, 255])
    await expectColour(safo, [0.6, 0.5], [0, 0, 0])
  })
})

test('a house that has chosen a docs service shows its frame instead, with the same header', async ({
  house,
  openAs,
  trouble,
}) => {
  // this house's own policy knows of no such service
  trouble.tolerate(/^console error: /, /^failed GET \/theme\.js/)
  const stored = await (await house.person('Safo')).uploads(fixture('acta.pdf'))
  const safo = await openAs('Safo', `/files/${stored.id}/view`, {
    before: (page) =>
      page.route(`**/api/files/${stored.id}`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), docs_viewer_url: '/theme.js?url=acta' } })
      }),
  })
  const frame = safo.locator('iframe')
  await expect(frame).toHaveAttribute('src', '/theme.js?url=acta')
  await expect(frame).toHaveAttribute('title', 'acta.pdf')
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(region(safo)).toHaveCount(0)
  await expect(safo.locator('canvas')).toHaveCount(0)
  await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveAttribute('href', /#view=FitH$/)
  await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
})

test.describe('Everybody reads it', () => {
  for (const screen of ['desktop', 'narrow'] as const)
    test(`on a ${screen} screen, also when it is broken`, async ({ house, openAs, trouble }) => {
      trouble.expect(/^console warning: pdf /)
      trouble.tolerate(/^console warning: Warning: /)
      const browsing = { screen, reducedMotion: 'reduce' } as const
      const { safo } = await read({ house, openAs }, fixture('acta.pdf'), browsing)
      await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
      await expectAccessible(safo, 'document')
      const { safo: unlucky } = await read(
        { house, openAs },
        written('rota.pdf', Buffer.from('%PDF-1.7\nnada')),
        browsing,
      )
      await expect(unlucky.getByRole('alert')).toBeVisible()
      await expectAccessible(unlucky, 'broken document')
    })

  test('by keyboard alone', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    const tabTo = async (page: Page, target: Locator) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      throw new Error(`The focus never came to ${target}`)
    }
    await expect(cardOf(safo, 'acta.pdf')).toBeVisible()
    await tabTo(safo, cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }))
    const opening = safo.context().waitForEvent('page')
    await safo.keyboard.press('Enter')
    const tab = await opening
    await expect(region(tab)).toBeFocused()
    await expect(sheet(tab, 1)).toContainText('Se leyó el inventario')
    await tab.keyboard.press('End')
    await expect(sheet(tab, 3)).toBeInViewport()
    await expect(pageField(tab)).toHaveValue('3')
    await tab.keyboard.press('PageUp')
    await tab.keyboard.press('PageUp')
    await tab.keyboard.press('PageUp')
    await expect(pageField(tab)).not.toHaveValue('3')
    await tabTo(tab, pageField(tab))
    await tab.keyboard.type('2')
    await tab.keyboard.press('Enter')
    await expect(sheet(tab, 2)).toBeInViewport()
    await expect(pageField(tab)).toHaveValue('2')
    const before = await widthOf(sheet(tab, 2))
    await tabTo(tab, button(tab, 'Acercar'))
    await tab.keyboard.press('Enter')
    await expect.poll(() => widthOf(sheet(tab, 2))).toBeGreaterThan(before)
    await expect(pageField(tab)).toHaveValue('2')
  })
})
