// The page that shows a PDF of the archive.
import { readFileSync } from 'node:fs'
import { textPdf } from '../../fixtures/pdf.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import { blankPage, expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'
import { fixture } from '../../support/fixtures.ts'

const documentRegion = (page: Page) => page.getByRole('region', { name: 'Documento' })
const sheet = (page: Page, number: number) => page.getByRole('group', { name: `Página ${number}`, exact: true })

/** A PDF for an upload, made of bytes instead of a fixture. */
const pdfFile = (name: string, bytes: Uint8Array) => ({ name, type: 'application/pdf', bytes: new Uint8Array(bytes) })

/** Uploads a document and opens its page. */
async function openPdf(server: TestServer, page: Page, file: ReturnType<typeof fixture>) {
  const { id } = await (await server.person('Safo')).uploadFile(file)
  await page.goto(`/files/${id}/view`)
  await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible()
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Página y tamaño' })
const pageField = (page: Page) => toolbar(page).getByRole('textbox', { name: 'Página' })

/** Expects about this colour at a place of the drawn page (from 0 to 1): images in a PDF are compressed. */
async function expectColour(page: Page, x: number, y: number, wanted: readonly number[]) {
  const found = await sheet(page, 1)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => [
        ...(canvas.getContext('2d')?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data ?? []),
      ],
      [x, y] as const,
    )
  for (const [index, value] of wanted.entries())
    expect(Math.abs((found[index] ?? -99) - value), `${found} instead of ${wanted}`).toBeLessThan(24)
}

test('Scripts and dangerous links in a PDF do nothing, web links open another tab', async ({ server, openAs }) => {
  const safo = await openAs('Safo', blankPage)
  let dialogs = 0
  safo.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  for (const [name, text] of [
    ['hostil.pdf', 'Pulsa aqui'],
    ['pdf-html.pdf', 'Parece un PDF'],
  ] as const)
    await test.step(name, async () => {
      await openPdf(server, safo, fixture(name))
      await expect(sheet(safo, 1)).toContainText(text)
      await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
      // the script link and the link that starts a program aren't rendered
      await expect(documentRegion(safo).locator('a, iframe, embed, object, form, script')).toHaveCount(0)
      const here = safo.url()
      const box = await sheet(safo, 1).boundingBox()
      for (const part of [0.375, 0.625])
        await safo.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + part * (box?.height ?? 0))
      await expect(sheet(safo, 1)).toContainText(text)
      expect(safo.url()).toBe(here)
      expect(safo.context().pages()).toHaveLength(1)
      expect(dialogs).toBe(0)
    })

  const bytes = textPdf(
    ['Un enlace'],
    0,
    '/Annots[<</Type/Annot/Subtype/Link/Rect[40 490 200 520]/A<</S/URI/URI(https://museo.example/)>>>>]',
  )
  await openPdf(server, safo, pdfFile('enlace.pdf', bytes))
  const link = documentRegion(safo).getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://museo.example/')
  await expect(link).toHaveAccessibleName('https://museo.example/')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  const box = await link.boundingBox()
  expect(box?.width).toBeGreaterThan(100)
})

test('JPEG 2000 and JBIG2 images in a PDF are drawn', async ({ server, openAs }) => {
  const safo = await openAs('Safo', blankPage)
  for (const [name, colours] of [
    [
      'jpx.pdf',
      [
        [0.05, 0.05, [255, 0, 0]], // the page around the image
        [0.3, 0.3, [208, 24, 24]],
        [0.7, 0.3, [23, 138, 58]],
        [0.3, 0.7, [24, 72, 200]],
        [0.7, 0.7, [232, 200, 24]],
      ],
    ],
    [
      'jbig2.pdf',
      [
        [0.05, 0.05, [255, 0, 0]],
        [0.4, 0.5, [255, 255, 255]],
        [0.6, 0.5, [0, 0, 0]],
      ],
    ],
  ] as const) {
    await openPdf(server, safo, fixture(name))
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    for (const [x, y, colour] of colours) await expectColour(safo, x, y, colour)
  }
})

test('Safo reads a PDF in a new tab by keyboard alone, and has it direct or saved', async ({ server, openAs }) => {
  const stored = await (await server.person('Zenón')).uploadFile(fixture('acta.pdf'))
  const safo = await openAs('Safo', '/files')
  await focusWithTab(safo, cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }))
  const opening = safo.context().waitForEvent('page')
  await safo.keyboard.press('Enter')
  const tab = await opening
  await expect(tab).toHaveURL(`/files/${stored.id}/view`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('acta.pdf')
  await expect(tab).toHaveTitle('acta.pdf · Alejandría')
  await expect(documentRegion(tab).getByRole('group')).toHaveCount(3)
  await expect(sheet(tab, 1)).toContainText('Se leyó el inventario de los papiros y se aprobó por unanimidad.')
  await expect(sheet(tab, 2)).toContainText('La señora Ana devolvió el códice número 17; Bruno pidió otra semana.')
  await expect(sheet(tab, 1).locator('canvas')).toBeVisible()
  await expect(documentRegion(tab)).toBeFocused()
  await tab.keyboard.press('End')
  await expect(sheet(tab, 3)).toBeInViewport()
  await expect(pageField(tab)).toHaveValue('3')
  for (let presses = 0; presses < 3; presses++) await tab.keyboard.press('PageUp')
  await expect(pageField(tab)).not.toHaveValue('3')
  await focusWithTab(tab, pageField(tab))
  await tab.keyboard.type('2')
  await tab.keyboard.press('Enter')
  await expect(sheet(tab, 2)).toBeInViewport()
  await expect(pageField(tab)).toHaveValue('2')
  const width = async () => (await sheet(tab, 2).boundingBox())?.width ?? 0
  const before = await width()
  await focusWithTab(tab, toolbar(tab).getByRole('button', { name: 'Acercar', exact: true }))
  await tab.keyboard.press('Enter')
  await expect.poll(width).toBeGreaterThan(before)
  await expect(pageField(tab)).toHaveValue('2')

  const direct = tab.getByRole('link', { name: 'Direct View' })
  const href = (await direct.getAttribute('href')) ?? ''
  expect(href).toMatch(/^\/api\/files\/[0-9a-f]{32}\/content\/[^?#]+#view=FitH$/)
  await expect(direct).toHaveAttribute('target', '_blank')
  const answer = await tab.request.get(href.replace(/#.*/, ''))
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toMatch(/^inline/)

  const downloading = tab.waitForEvent('download')
  await tab.getByRole('link', { name: 'Download', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('acta.pdf')
  expect(new Uint8Array(readFileSync(await download.path()))).toEqual(fixture('acta.pdf').bytes)

  await expect(cardOf(safo, 'acta.pdf')).toBeVisible()
  await tab.getByRole('link', { name: 'Volver al Archivo' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
})

test('Of two hundred pages only those near the window are drawn and fetched', async ({ server, openAs }) => {
  const texts = Array.from({ length: 200 }, (_, index) => `Rollo ${index + 1}.`)
  const bytes = textPdf(texts, 10_000)
  const safo = await openAs('Safo', '/home')
  const ranges: number[] = []
  safo.on('response', (response) => {
    const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(response.headers()['content-range'] ?? '') ?? []
    if (response.status() === 206) ranges.push(Number(to) - Number(from) + 1)
  })
  const fetched = () => ranges.reduce((sum, length) => sum + length, 0)
  await openPdf(server, safo, pdfFile('rollos.pdf', bytes))
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
