// A link to a page of a PDF, with words to mark.
import { textPdf } from '../../fixtures/pdf.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { documentRegion, pageField, pdfFile, sheet, toolButton } from '../../support/browser/pages/pdf-page.ts'
import { expect, type Page, type Screen, test } from '../../support/browser/test.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
const document = pdfFile('rollo.pdf', textPdf(numbers.map((number) => `Folio ${number}: el papiro y la lampara`)))

/** The pages with marked words, and the words. */
const marked = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('searched') ?? [])].map((range) => {
      const sheet = range.startContainer.parentElement?.closest('[data-page]')
      return `${sheet?.getAttribute('data-page')} ${range}`
    }),
  )
const clear = (page: Page) => page.getByRole('button', { name: 'Quitar marcas' })

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`a PDF opens at the page of its link, with the words marked on it, on ${screen}`, async ({ server, openAs }) => {
    const stored = await (await server.person('Safo')).uploadFile(document)
    const safo = await openAs('Safo', `/files/${stored.id}/view?pagina=7&resaltar=papiro+l%C3%A1mpara`, { screen })
    await expect(sheet(safo, 7)).toContainText('Folio 7')
    await expect(sheet(safo, 7).getByText('Folio 7')).toBeInViewport()
    await expect(pageField(safo)).toHaveValue('7')
    await expect.poll(() => marked(safo)).toEqual(expect.arrayContaining(['7 papiro', '7 lampara']))
    await expectAccessible(safo, 'a PDF with marks')

    await toolButton(safo, 'Acercar').click()
    await expect.poll(() => marked(safo)).toEqual(expect.arrayContaining(['7 papiro', '7 lampara']))
    await documentRegion(safo).focus()
    await safo.keyboard.press('Escape')
    await expect(clear(safo)).toBeHidden()
    expect(await marked(safo)).toEqual([])
    await expect(safo).toHaveURL(`/files/${stored.id}/view?pagina=7`)
    await expect(pageField(safo)).toHaveValue('7')
  })

test('pages that the document doesn’t have are ignored, and words are marked on the way too', async ({
  server,
  openAs,
}) => {
  const stored = await (await server.person('Safo')).uploadFile(document)
  for (const page of ['0', '13', '-1', '1e1', 'dos', '', '9'.repeat(30)]) {
    const safo = await openAs('Safo', `/files/${stored.id}/view?pagina=${page}&resaltar=lampara`)
    await expect(sheet(safo, 1).getByText('Folio 1')).toBeInViewport()
    await expect.poll(() => marked(safo)).toContain('1 lampara')
    await expect(pageField(safo)).toHaveValue('1')
  }
  const safo = await openAs('Safo', `/files/${stored.id}/view?resaltar=lampara`)
  await expect.poll(() => marked(safo)).toContain('1 lampara')
  await pageField(safo).fill('12')
  await pageField(safo).press('Enter')
  await expect(sheet(safo, 12).getByText('Folio 12')).toBeInViewport()
  await expect.poll(() => marked(safo)).toContain('12 lampara')
})

test('a file that isn’t a PDF has no page and no marks, and its page is as usual', async ({ server, openAs }) => {
  const bytes = new TextEncoder().encode('Un papiro.')
  const stored = await (await server.person('Safo')).uploadFile({ name: 'notas.txt', type: 'text/plain', bytes })
  const safo = await openAs('Safo', `/files/${stored.id}/view?pagina=3&resaltar=papiro`)
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('notas.txt')
  await expect(safo.getByRole('link', { name: 'Volver al Archivo' }).first()).toBeVisible()
  await expect(clear(safo)).toHaveCount(0)
})
