import { readFileSync } from 'node:fs'
import { textPdf } from '../../fixtures/pdf.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import {
  documentRegion,
  openPdf,
  pageField,
  pdfFile,
  sheet,
  toolButton,
  toolbar,
  widthOf,
} from '../../support/browser/pages/pdf-page.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

// a server without messages of other tests, whose number the title would show
test.use({ serverName: 'pdf-reading' })

test.describe('Reading a PDF', () => {
  test('"Ver PDF" opens a new tab with all pages of the document and their text', async ({ server, openAs }) => {
    const stored = await (await server.person('Zenón')).uploadFile(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    const opening = safo.context().waitForEvent('page')
    await cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }).click()
    const tab = await opening
    await expect(tab).toHaveURL(`/files/${stored.id}/view`)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('acta.pdf')
    await expect(tab).toHaveTitle('acta.pdf · Alejandría')
    await expect(documentRegion(tab).getByRole('group')).toHaveCount(3)
    await expect(sheet(tab, 1)).toContainText('Se leyó el inventario de los papiros y se aprobó por unanimidad.')
    await expect(sheet(tab, 2)).toContainText('La señora Ana devolvió el códice número 17; Bruno pidió otra semana.')
    await expect(sheet(tab, 1).locator('canvas')).toBeVisible()
    await expect(documentRegion(tab)).toBeFocused()
    await expect(cardOf(safo, 'acta.pdf')).toBeVisible()
    await tab.getByRole('link', { name: 'Volver al Archivo' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
  })

  test('The text of a page can be selected exactly where it is drawn', async ({ server, openAs }) => {
    const safo = await openPdf({ server, openAs }, fixture('acta.pdf'))
    const words = sheet(safo, 1).getByText('Se leyó el inventario', { exact: false })
    await expect(words).toBeVisible()
    const box = await words.boundingBox()
    if (!box) throw new Error('The words are not on the page')
    await safo.mouse.move(box.x + 1, box.y + box.height / 2)
    await safo.mouse.down()
    await safo.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
    await safo.mouse.up()
    expect(await safo.evaluate(() => String(getSelection()))).toMatch(/^Se leyó el inventario de los papiros/)
    // the selectable text covers the letters on the canvas, as wide as they are
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

  test('The page field jumps to a page and shows the number of the current one', async ({ server, openAs }) => {
    const safo = await openPdf({ server, openAs }, fixture('acta.pdf'))
    await expect(pageField(safo)).toHaveValue('1')
    await expect(toolbar(safo).getByText('de 3', { exact: true })).toBeVisible()
    await expect(sheet(safo, 3)).toBeAttached()
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
    await documentRegion(safo).focus()
    await safo.keyboard.press('Home')
    await expect(pageField(safo)).toHaveValue('1')
    await expect(sheet(safo, 1)).toBeInViewport()
  })

  test('Buttons and the keys + - 0 change the size of the pages between 50 % and 400 %', async ({ server, openAs }) => {
    const safo = await openPdf({ server, openAs }, fixture('acta.pdf'))
    const one = sheet(safo, 1)
    await expect(one.locator('canvas')).toBeVisible()
    const fit = await widthOf(one)
    expect(fit).toBeGreaterThan(600)
    const expectFactor = (factor: number) =>
      expect.poll(async () => Math.round((100 * (await widthOf(one))) / fit) / 100).toBe(factor)
    await toolButton(safo, 'Acercar').click()
    await expectFactor(1.25)
    await toolButton(safo, 'Alejar').click()
    await expectFactor(1)
    await documentRegion(safo).focus()
    await safo.keyboard.press('+')
    await safo.keyboard.press('+')
    await expectFactor(1.5)
    await safo.keyboard.press('0')
    await expectFactor(1)
    await safo.keyboard.press('-')
    await expectFactor(0.8)
    await toolButton(safo, 'Ajustar al ancho').click()
    await expectFactor(1)
    for (let presses = 0; presses < 12; presses++) await safo.keyboard.press('-')
    await expectFactor(0.5)
    await expect(toolButton(safo, 'Alejar')).toBeDisabled()
    for (let presses = 0; presses < 12; presses++) await safo.keyboard.press('+')
    await expectFactor(4)
    await expect(toolButton(safo, 'Acercar')).toBeDisabled()
    // the page is drawn again in the higher resolution
    await expect
      .poll(() => one.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width))
      .toBeGreaterThan(2 * fit)
    // keys pressed in the page field don't change the size
    await safo.keyboard.press('0')
    await expectFactor(1)
    await pageField(safo).focus()
    await safo.keyboard.type('--+')
    await expect(pageField(safo)).toHaveValue('--+')
    await expectFactor(1)
  })

  test('Direct View opens the document fitted to the width, and Download saves it unchanged', async ({
    server,
    openAs,
  }) => {
    const safo = await openPdf({ server, openAs }, fixture('acta.pdf'))
    const direct = safo.getByRole('link', { name: 'Direct View' })
    const href = (await direct.getAttribute('href')) ?? ''
    expect(href).toMatch(/^\/api\/files\/[0-9a-f]{32}\/content\/[^?#]+#view=FitH$/)
    await expect(direct).toHaveAttribute('target', '_blank')
    const answer = await safo.request.get(href.replace(/#.*/, ''))
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect(answer.headers()['content-disposition']).toMatch(/^inline/)

    const downloading = safo.waitForEvent('download')
    await safo.getByRole('link', { name: 'Download', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('acta.pdf')
    expect(new Uint8Array(readFileSync(await download.path()))).toEqual(fixture('acta.pdf').bytes)
  })

  test('Of two hundred pages only those near the window are drawn and fetched', async ({ server, openAs }) => {
    const texts = Array.from({ length: 200 }, (_, index) => `Rollo ${index + 1}.`)
    const bytes = textPdf(texts, 10_000)
    const stored = await (await server.person('Safo')).uploadFile(pdfFile('rollos.pdf', bytes))
    const safo = await openAs('Safo', '/home')
    const ranges: number[] = []
    safo.on('response', (response) => {
      const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(response.headers()['content-range'] ?? '') ?? []
      if (response.status() === 206) ranges.push(Number(to) - Number(from) + 1)
    })
    const fetched = () => ranges.reduce((sum, length) => sum + length, 0)
    await safo.goto(`/files/${stored.id}/view`)
    await expect(sheet(safo, 1)).toContainText('Rollo 1.')
    await expect(documentRegion(safo).getByRole('group')).toHaveCount(200)
    const canvases = documentRegion(safo).locator('canvas')
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
    await documentRegion(safo).focus()
    await safo.keyboard.press('End')
    await expect(sheet(safo, 200)).toContainText('Rollo 200.')
    await expect(pageField(safo)).toHaveValue('200')
  })

  test('With a configured docs service, the page shows its frame instead of the viewer', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    // the test server's policy doesn't allow such a service
    pageErrors.tolerate(/^console error: /, /^failed GET \/theme\.js/)
    const stored = await (await server.person('Safo')).uploadFile(fixture('acta.pdf'))
    const safo = await openAs('Safo', `/files/${stored.id}/view`, {
      before: (page) =>
        page.route(`**/api/files/${stored.id}`, async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), docs_viewer_url: '/start.js?url=acta' } })
        }),
    })
    const frame = safo.locator('iframe')
    await expect(frame).toHaveAttribute('src', '/start.js?url=acta')
    await expect(frame).toHaveAttribute('title', 'acta.pdf')
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
    await expect(documentRegion(safo)).toHaveCount(0)
    await expect(safo.locator('canvas')).toHaveCount(0)
    await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveAttribute('href', /#view=FitH$/)
    await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
  })
})
