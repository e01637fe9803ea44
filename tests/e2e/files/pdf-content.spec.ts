import { textPdf } from '../../fixtures/pdf.ts'
import { documentRegion, openPdf, pdfFile, sheet } from '../../support/browser/pages/pdf-page.ts'
import { blankPage, expect, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

/** The colour of the drawn page at a place, both coordinates from 0 to 1: 'r,g,b'. */
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

/** Expects about this colour, because images in a PDF are compressed. */
async function expectColour(page: Page, [x, y]: [number, number], wanted: readonly number[]) {
  const found = (await colourAt(page, x, y)).split(',').map(Number)
  for (const [index, value] of wanted.entries())
    expect(Math.abs((found[index] ?? -99) - value), `${found} instead of ${wanted}`).toBeLessThan(24)
}

test('Scripts and dangerous links in a PDF do nothing, and its text is shown', async ({ server, openAs }) => {
  const person = await server.person('Safo')
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
      const { id } = await person.uploadFile(fixture(name))
      await safo.goto(`/files/${id}/view`)
      await expect(safo.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(sheet(safo, 1)).toContainText(text)
      await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
      // the script link and the link that starts a program aren't rendered
      await expect(documentRegion(safo).locator('a, iframe, embed, object, form, script')).toHaveCount(0)
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
})

test('A web link in a PDF opens a new tab without opener and referrer', async ({ server, openAs }) => {
  const bytes = textPdf(
    ['Un enlace'],
    0,
    '/Annots[<</Type/Annot/Subtype/Link/Rect[40 490 200 520]/A<</S/URI/URI(https://museo.example/)>>>>]',
  )
  const safo = await openPdf({ server, openAs }, pdfFile('enlace.pdf', bytes))
  const link = documentRegion(safo).getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://museo.example/')
  await expect(link).toHaveAccessibleName('https://museo.example/')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  const box = await link.boundingBox()
  expect(box?.width).toBeGreaterThan(100)
})

test('JPEG 2000 and JBIG2 images in a PDF are drawn', async ({ server, openAs }) => {
  const person = await server.person('Safo')
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
    const { id } = await person.uploadFile(fixture(name))
    await safo.goto(`/files/${id}/view`)
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    for (const [x, y, colour] of colours) await expectColour(safo, [x, y], colour)
  }
})
