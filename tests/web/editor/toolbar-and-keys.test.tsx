import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectText, find, open, select, selected, tool, undo } from './open-editor.tsx'

it('the toolbar has names and shortcuts, formats the selection, keeps it selected and can be undone', async () => {
  const { field } = open({ text: 'un faro alto' })
  const toolbar = find('[role=toolbar]')
  expect([toolbar.getAttribute('aria-controls'), toolbar.textContent]).toEqual([field.id, ''])
  expect(tool('Negrita').getAttribute('aria-keyshortcuts')).toBe('Control+B')
  expect([tool('Negrita').title, tool('Lista').title]).toEqual(['Negrita (Ctrl+B)', 'Lista'])
  expect(document.querySelector('[aria-label="Adjuntar archivos"]')).toBeNull()
  select('faro')
  await userEvent.click(tool('Negrita'))
  expectText('un **faro** alto')
  expect([document.activeElement, selected()]).toEqual([field, 'faro'])
  await userEvent.click(tool('Cursiva'))
  expectText('un ***faro*** alto')
  await undo()
  await undo()
  expectText('un faro alto')
  await userEvent.keyboard('{Control>}y{/Control}')
  expectText('un **faro** alto')
})

it('the toolbar makes links, lists, quotes and code, and undoes each', async () => {
  open({ text: 'uno\ndos' })
  for (const [name, text] of [
    ['Enlace', '[uno\ndos](url)'],
    ['Lista', '- uno\n- dos'],
    ['Lista numerada', '1. uno\n2. dos'],
    ['Cita', '> uno\n> dos'],
    ['Código', '```\nuno\ndos\n```'],
  ] as const) {
    select('uno\ndos')
    await userEvent.click(tool(name))
    expectText(text)
    await undo()
    expectText('uno\ndos')
  }
})

it('the toolbar is a single tab stop; arrow keys, Home and End reach all buttons, including extra buttons of the page', async () => {
  const onGuide = vi.fn()
  open({ tools: <button type="button">Link Post</button>, onFiles: () => {}, onGuide })
  const words = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(words()).toBe('Añadir fotos')
  const seen: unknown[] = []
  for (let presses = 0; presses < 11; presses++) {
    seen.push(words())
    await userEvent.keyboard('{ArrowRight}')
  }
  expect(seen).toEqual([
    'Añadir fotos',
    'Negrita',
    'Cursiva',
    'Enlace',
    'Lista',
    'Lista numerada',
    'Cita',
    'Código',
    'Adjuntar archivos',
    'Link Post',
    'Guía de Markdown',
  ])
  expect(words()).toBe('Añadir fotos')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(onGuide).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Home}{ArrowRight}{Tab}')
  expect(document.activeElement).toBe(find('textarea'))
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(words()).toBe('Negrita')
  await userEvent.keyboard('{End}')
  expect(words()).toBe('Guía de Markdown')
})

it('keys add a format, remove it, and move the caret out of it', async () => {
  open()
  await userEvent.keyboard('Es {Control>}b{/Control}muy alto{Control>}b{/Control} y {Control>}i{/Control}bello')
  expectText('Es **muy alto** y *bello*')
  select('muy alto')
  await userEvent.keyboard('{Control>}b{/Control}')
  expectText('Es muy alto y *bello*')
  await undo()
  expectText('Es **muy alto** y *bello*')
})

it('keys make a link, with its URL selected', async () => {
  open({ text: 'un faro' })
  select('faro')
  await userEvent.keyboard('{Control>}k{/Control}')
  expectText('un [faro](url)')
  expect(selected()).toBe('url')
  await userEvent.keyboard('/faro')
  expectText('un [faro](/faro)')
})

it('Enter continues lists with the next number, and ends them', async () => {
  open()
  await userEvent.keyboard('- pan{Enter}vino{Enter}{Enter}1. uno{Enter}dos{Shift>}{Enter}{/Shift}y medio{Enter}fin')
  expectText('- pan\n- vino\n\n1. uno\n2. dos\ny medio\nfin')
})

it('Enter keeps the caret in the middle of the text, and what it wrote can be undone; Tab leaves a list', async () => {
  const { field } = open({ text: '- [x] pan\n- vino' })
  field.setSelectionRange(9, 9)
  await userEvent.keyboard('{Enter}')
  expectText('- [x] pan\n- [ ] \n- vino')
  await undo()
  expectText('- [x] pan\n- vino')
  field.setSelectionRange(9, 9)
  await userEvent.keyboard('{Enter}queso')
  expectText('- [x] pan\n- [ ] queso\n- vino')
  expect(field.selectionStart).toBe(21)
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).not.toBe(field)
  expectText('- [x] pan\n- [ ] queso\n- vino')
})

it('keys do nothing while an input method composes a character', () => {
  const { field } = open({ text: '- pan' })
  for (const [init, isTaken] of [
    [{ key: 'Enter', isComposing: true }, false],
    [{ key: 'Enter', keyCode: 229 }, false],
    [{ key: 'b', ctrlKey: true, isComposing: true }, false],
    [{ key: 'b', ctrlKey: true, altKey: true }, false],
    [{ key: 'Enter', ctrlKey: true }, false],
    [{ key: 'Enter' }, true],
  ] as const) {
    if (isTaken) expectText('- pan')
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    expect(field.dispatchEvent(event)).toBe(!isTaken)
  }
  expectText('- pan\n- ')
})

it('the toolbar fits into 288 px of width, with the button for photos first and its words visible', () => {
  open({ tools: <button type="button">Link Post</button>, onFiles: () => {}, onGuide: () => {} })
  find('main').style.width = '288px'
  const [photos, bold] = [...document.querySelectorAll<HTMLElement>('[role=toolbar] button')]
  expect(photos?.innerText.trim()).toBe('Añadir fotos')
  expect(photos?.getBoundingClientRect().top).toBe(bold?.getBoundingClientRect().top)
  expect(photos?.scrollWidth).toBe(photos?.clientWidth)
  const { right } = find('main').getBoundingClientRect()
  for (const button of document.querySelectorAll('[role=toolbar] button'))
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(right)
})
