import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { clipboard, expectText, find, open, paste, photo, select, tool, undo } from './open-editor.tsx'

it('a URL that is pasted over words makes a link, which can be undone; other text is left to the browser', async () => {
  open({ text: 'un faro alto' })
  expect(paste('https://example.org').isTaken).toBe(false)
  select('faro')
  expect(paste('torre').isTaken).toBe(false)
  expect(paste('', [photo]).isTaken).toBe(false)
  expect(paste('https://example.org').isTaken).toBe(true)
  expectText('un [faro](https://example.org) alto')
  await undo()
  expectText('un faro alto')
})

it('copied rich text becomes Markdown; undo gives its plain text, and once more takes it away', async () => {
  const { field } = open({ text: 'Antes.' })
  const html = '<ul><li>Ve a <b>Cuba</b></li><li>y a <a href="https://roma.example">Roma</a></li></ul>'
  expect(paste('Ve a Cuba\r\ny a Roma', [], html).isTaken).toBe(true)
  const markdown = 'Antes.\n\n- Ve a **Cuba**\n- y a [Roma](https://roma.example)'
  await expect.poll(() => field.value).toBe(markdown)
  expectText(markdown)
  expect(field.selectionStart).toBe(markdown.length)
  await undo()
  expectText('Antes.Ve a Cuba\ny a Roma')
  await undo()
  expectText('Antes.')
})

it('rich text is taken as it is in code, and so is text that only looks so', async () => {
  const { field } = open({ text: '```\n\n```\n`x`' })
  for (const inCode of [4, 10]) {
    field.setSelectionRange(inCode, inCode)
    expect(paste('negrita', [], '<b>negrita</b>').isTaken).toBe(false)
  }
  field.setSelectionRange(12, 12)
  expect(paste('llano', [], '<p style="font-weight: 400">llano</p>').isTaken).toBe(true)
  paste(' y negrita.\n', [], ' y <b>negrita</b>.<br>')
  await expect.poll(() => field.value).toBe('```\n\n```\n`x`llano y **negrita**.\n')
})

it('pasted, dropped and chosen files are passed to onFiles', async () => {
  const onFiles = vi.fn()
  const { field } = open({ onFiles })
  expect(paste('', [photo]).isTaken).toBe(true)
  const dataTransfer = clipboard('', [photo])
  for (const type of ['dragover', 'drop'])
    expect(field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))).toBe(false)
  await userEvent.upload(find('input[type=file]'), photo)
  expect(onFiles.mock.calls.map(([files]) => files[0].name)).toEqual(['faro.jpg', 'faro.jpg', 'faro.jpg'])
  expectText('')
})

it('a read-only editor ignores keys, buttons, pastes and drops, and applies pending changes afterwards', async () => {
  const onFiles = vi.fn()
  const given = { text: '- pan', onFiles, tools: <button type="button">Link Post</button> }
  const { show, editor } = open({ ...given, readOnly: true })
  expect(tool('Negrita').ariaDisabled).toBe('true')
  expect(find('[role=toolbar] fieldset button').matches(':disabled')).toBe(true)
  tool('Negrita').click()
  find('textarea').focus()
  select('pan')
  await userEvent.keyboard('{Control>}b{/Control}{Enter}')
  paste('https://example.org')
  paste('', [photo])
  editor.replace('pan', 'vino')
  expectText('- pan')
  expect(onFiles).not.toHaveBeenCalled()
  show(given)
  await vi.waitFor(() => expectText('- vino'), 20_000)
})

it('the preview of the editor shows the rendered text, and keeps the field with its undo history', async () => {
  const { field } = open()
  const [write, preview] = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
  expect([write!.textContent, preview!.textContent, field.rows]).toEqual(['Write', 'Preview', 12])
  await userEvent.click(preview!)
  // the other panel is hidden a few frames later
  const shown = () => find('[role=tabpanel]:not([hidden])').textContent
  await expect.poll(shown).toBe('Todavía no hay nada que mostrar.')
  await userEvent.click(write!)
  await userEvent.fill(field, 'un **faro**')
  await userEvent.click(preview!)
  await vi.waitFor(() => expect(find('.prose strong').textContent).toBe('faro'), 20_000)
  await userEvent.click(write!)
  expect(find('textarea')).toBe(field)
  field.focus()
  await undo()
  expectText('')
})
