// Reading a PDF: its pages, their size and text, and links to a page with words to mark.
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import contentsAddress from '../../fixtures/field/pdf-con-indice.pdf?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { acta, bytesAt, canvas, drawn, openPdf, region, sheet } from './pdf.ts'

const toolbar = page.getByRole('toolbar', { name: 'Página y tamaño' })
const pageField = toolbar.getByRole('textbox', { name: 'Página' })
const toolButton = (name: string) => toolbar.getByRole('button', { name, exact: true })
const widthOf = (number: number) => sheet(number).element().getBoundingClientRect().width

async function goTo(value: string) {
  await pageField.fill(value)
  await userEvent.keyboard('{Enter}')
}

/** Presses keys within the document. */
async function press(keys: string) {
  region.element().focus()
  await userEvent.keyboard(keys)
}

test('the page field jumps to a page and shows the number of the current one, without a button for contents where there are none', async () => {
  await openPdf(await acta())
  await expect.element(pageField).toHaveValue('1')
  await expect.element(toolbar.getByText('de 3', { exact: true })).toBeVisible()
  await goTo('3')
  await expect.element(sheet(3)).toBeInViewport()
  await expect.element(sheet(3)).toMatchTextContent('¿Quién cuidará de las lámparas en otoño?')
  for (const wrong of ['9', '0', 'dos']) {
    await goTo(wrong)
    await expect.element(pageField).toHaveValue('3')
  }
  await press('{Home}')
  await expect.element(pageField).toHaveValue('1')
  await expect.element(sheet(1)).toBeInViewport()
  // acta.pdf has no list of contents
  await drawn()
  expect(toolButton('Índice').query()).toBeNull()
})

test('a line of the contents leads to its page, and their list to chapters, by touch and by keyboard', async () => {
  await openPdf(await bytesAt(contentsAddress), { screen: 'narrow' })
  await drawn()
  const contents = page.getByRole('dialog', { name: 'Índice' })
  const chapter = contents.getByRole('button', { name: 'Capitulo 1', exact: true })
  await expect.element(toolbar).toBeInViewport({ ratio: 1 })
  await toolButton('Índice').click()
  await expect.element(chapter).toBeVisible()
  await expectAccessible('the list of contents')
  await chapter.click()
  await expect.element(contents).not.toBeInTheDocument()
  await expect.element(pageField).toHaveValue('3')
  await expect.element(region).toHaveFocus()
  await press('{Home}')
  await expect.element(pageField).toHaveValue('1')
  ;(toolButton('Índice').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(contents).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(toolButton('Índice')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(chapter).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(pageField).toHaveValue('3')
  const line = sheet(1).getByRole('link', { name: 'Página 3', exact: true })
  for (const follow of [() => line.click(), () => userEvent.keyboard('{Enter}')]) {
    await goTo('1')
    await expect.element(pageField).toHaveValue('1')
    await expect.element(line).toBeVisible()
    ;(line.element() as HTMLElement).focus()
    await follow()
    await expect.element(pageField).toHaveValue('3')
    await expect.element(sheet(3)).toBeInViewport()
  }
})

test('buttons and the keys + - 0 change the size of the pages between 50 % and 400 %', async () => {
  await openPdf(await acta())
  await drawn()
  const fit = widthOf(1)
  expect(fit).toBeGreaterThan(600)
  const expectFactor = (factor: number) => expect.poll(() => Math.round((100 * widthOf(1)) / fit) / 100).toBe(factor)
  await toolButton('Acercar').click()
  await expectFactor(1.25)
  await toolButton('Alejar').click()
  await expectFactor(1)
  for (const [keys, factor] of [
    ['++', 1.5],
    ['0', 1],
    ['-', 0.8],
  ] as const) {
    await press(keys)
    await expectFactor(factor)
  }
  await toolButton('Ajustar al ancho').click()
  await expectFactor(1)
  await press('-'.repeat(12))
  await expectFactor(0.5)
  await expect.element(toolButton('Alejar')).toBeDisabled()
  await press('+'.repeat(12))
  await expectFactor(4)
  await expect.element(toolButton('Acercar')).toBeDisabled()
  // the page is drawn again in the higher resolution
  await expect.poll(() => canvas(1)?.width).toBeGreaterThan(2 * fit)
  await press('0')
  await expectFactor(1)
  // keys pressed in the page field don't change the size
  await pageField.click()
  await pageField.clear()
  await userEvent.keyboard('--+')
  await expect.element(pageField).toHaveValue('--+')
  await expectFactor(1)
})

test('the viewer fits the smallest phone, also with enlarged pages, which scroll within it', async () => {
  await openPdf(await acta(), { screen: 'narrow' })
  await drawn()
  expect(widthOf(1)).toBeLessThanOrEqual(360)
  for (const name of ['Volver al Archivo', 'Direct View', 'Download'])
    await expect.element(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect.element(toolbar).toBeInViewport({ ratio: 1 })
  await toolButton('Acercar').click()
  await toolButton('Acercar').click()
  await expect.poll(() => widthOf(1)).toBeGreaterThan(400)
  expect(region.element().scrollWidth).toBeGreaterThan(region.element().clientWidth)
  await expectAccessible('a document on a phone')
})

/** How many dark pixels of the drawn page are between two places of the window, on the height of a box. */
function inkBetween(left: number, right: number, { top, height }: DOMRect) {
  const drawing = canvas(1)
  const context = drawing?.getContext('2d')
  if (!drawing || !context) throw new Error('Nothing is drawn')
  const frame = drawing.getBoundingClientRect()
  const scale = drawing.width / frame.width
  const [x, y, width] = [(left - frame.x) * scale, (top - frame.y) * scale, (right - left) * scale]
  return context.getImageData(x, y, width, height * scale).data.filter((value, i) => i % 4 === 0 && value < 128).length
}

test('the selectable text of a page covers the letters on it, as wide as they are', async () => {
  await openPdf(await acta())
  await drawn()
  const words = sheet(1).getByText(/^Se leyó el inventario/)
  await expect.element(words).toBeVisible()
  await words.click({ clickCount: 3 })
  expect(String(getSelection())).toMatch(/Se leyó el inventario de los papiros/)
  const box = words.element().getBoundingClientRect()
  expect(inkBetween(box.left, box.left + 30, box)).toBeGreaterThan(20)
  expect(inkBetween(box.right - 60, box.right, box)).toBeGreaterThan(20)
  expect(inkBetween(box.right + 5, box.right + 60, box)).toBe(0)
})

const scroll = () =>
  commands.textPdf(Array.from({ length: 12 }, (_, index) => `Folio ${index + 1}: el papiro y la lampara`))

/** The pages with marked words, and the words. */
const marked = () =>
  [...(CSS.highlights.get('searched') ?? [])].map((range) => {
    const marked = range as Range
    const number = marked.startContainer.parentElement?.closest('[data-page]')?.getAttribute('data-page')
    return `${number} ${marked}`
  })

test('a PDF opens at the page of its link, with the words marked on it, until Escape', async () => {
  await openPdf(await scroll(), { query: '?pagina=7&resaltar=papiro+l%C3%A1mpara' })
  await expect.element(sheet(7).getByText(/^Folio 7/)).toBeInViewport()
  await expect.element(pageField).toHaveValue('7')
  const both = expect.arrayContaining(['7 papiro', '7 lampara'])
  await expect.poll(marked).toEqual(both)
  await expectAccessible('a PDF with marks')
  await toolButton('Acercar').click()
  await expect.poll(marked).toEqual(both)
  await press('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Quitar marcas' })).not.toBeInTheDocument()
  expect(marked()).toEqual([])
  expect(location.search).toBe('?pagina=7')
  await expect.element(pageField).toHaveValue('7')
})

test.each(['0', '13', '-1', '1e1', 'dos', '', '9'.repeat(30)])(
  'the page ‘%s’, which the document doesn’t have, is ignored',
  async (number) => {
    await openPdf(await scroll(), { query: `?pagina=${number}&resaltar=lampara` })
    await expect.element(sheet(1).getByText(/^Folio 1/)).toBeInViewport()
    await expect.poll(marked).toContain('1 lampara')
    await expect.element(pageField).toHaveValue('1')
  },
)

test('words are marked on the way too', async () => {
  await openPdf(await scroll(), { query: '?resaltar=lampara', screen: 'narrow' })
  await expect.poll(marked).toContain('1 lampara')
  await goTo('12')
  await expect.element(sheet(12).getByText(/^Folio 12/)).toBeInViewport()
  await expect.poll(marked).toContain('12 lampara')
})
