import { readFileSync } from 'node:fs'
import { textPdf } from '../../fixtures/pdf.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import { documentRegion, openPdf, pdfFile, sheet } from '../../support/browser/pages/pdf-page.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Página y tamaño' })
const pageField = (page: Page) => toolbar(page).getByRole('textbox', { name: 'Página' })

test('Safo opens and reads a PDF by keyboard alone, in a new tab with all its pages', async ({ server, openAs }) => {
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
  await expect(cardOf(safo, 'acta.pdf')).toBeVisible()
  await tab.getByRole('link', { name: 'Volver al Archivo' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
})

test('Direct View opens the document fitted to the width; Download saves it as it is', async ({ server, openAs }) => {
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
