import { createRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { EditorHandle } from '../../../web/editor/editor-handle.ts'
import { Dialog } from '../../../web/ui/dialogs/dialog.tsx'
import { mount } from '../../support/web/mount.ts'
import { expectText, Form, find, open, select, selected, undo } from './open-editor.tsx'

it('the editor handle inserts at the cursor, also after the focus left', async () => {
  const { field, editor } = open({ text: 'un faro alto' })
  select('faro')
  expect(editor.selection()).toBe('faro')
  await userEvent.click(find('[aria-label=Otro]'))
  expect(editor.selection()).toBe('faro')
  editor.insert('[faro](/f)')
  expectText('un [faro](/f) alto')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('!')
  expectText('un [faro](/f)! alto')
  await undo()
  await undo()
  expectText('un faro alto')
})

it.each([
  ['', '', '', '\n\n'],
  ['Uno.', 'Dos.', '\n\n', '\n\n'],
  ['Uno.\n', '\nDos.', '\n', '\n'],
  ['Uno. \n\n', ' \n\nDos.', '', ''],
])('the editor handle inserts a paragraph between %j and %j', (before, after, opening, end) => {
  const { field, editor } = open({ text: before + after })
  field.setSelectionRange(before.length, before.length)
  editor.insert('Faro', true)
  expectText(`${before}${opening}Faro${end}${after}`)
})

it('the editor handle inserts at the end of a field that was never focused, also from the preview', async () => {
  const { editor, leave } = open({ text: 'otro' })
  leave()
  expect(editor.selection()).toBe('')
  const fresh = createRef<EditorHandle>()
  mount(<Form text="Uno." handle={fresh} />)
  await userEvent.click([...document.querySelectorAll('[role=tab]')][1]!)
  fresh.current?.insert('\r\nDos.')
  expectText('Uno.\nDos.')
  expect(document.activeElement).toBe(find('textarea'))
})

it('the editor handle inserts from a dialog, which returns the focus to the text', async () => {
  const handle = createRef<EditorHandle>()
  function Picker() {
    const [isOpen, setOpen] = useState(false)
    const pick = () => {
      handle.current?.insert('[faro](/f)')
      setOpen(false)
    }
    const tools = (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Link Post
        </button>
        <Dialog title="Elegir" open={isOpen} onClose={() => setOpen(false)}>
          <input aria-label="Buscar" />
          <button type="button" id="pick" onClick={pick}>
            El faro
          </button>
        </Dialog>
      </>
    )
    return <Form text="un  alto" tools={tools} handle={handle} />
  }
  mount(<Picker />)
  const field = find<HTMLTextAreaElement>('textarea')
  field.focus()
  field.setSelectionRange(3, 3)
  await userEvent.click(find('[role=toolbar] fieldset button'))
  await vi.waitFor(() => expect(document.activeElement).toBe(find('[aria-label=Buscar]')), 20_000)
  await userEvent.keyboard('{ArrowLeft}{Tab}{Enter}')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), 20_000)
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('!')
  expectText('un [faro](/f)! alto')
  await undo()
  await undo()
  expectText('un  alto')
})

it('the editor handle replaces without moving focus or selection, once the input method has finished a character', async () => {
  const { field, editor } = open({ text: 'antes ![subiendo](x) después' })
  select('después')
  editor.replace('(x)', '(y)')
  expectText('antes ![subiendo](y) después')
  expect(selected()).toBe('después')
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  editor.replace('![subiendo](y)', '![faro](/f/largo)')
  expectText('antes ![subiendo](y) después')
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await vi.waitFor(() => expectText('antes ![faro](/f/largo) después'), 20_000)
  expect(selected()).toBe('después')
  editor.replace('nada', 'algo')
  await userEvent.click(find('[aria-label=Otro]'))
  await userEvent.keyboard('ab')
  editor.replace('antes', 'ahora')
  expect(document.activeElement).toBe(find('[aria-label=Otro]'))
  await userEvent.keyboard('c')
  expect(find<HTMLInputElement>('[aria-label=Otro]').value).toBe('abc')
  expectText('ahora ![faro](/f/largo) después')
  field.focus()
  await undo() // undoes the letter: Chromium has a single undo history for the page
  await undo()
  expectText('antes ![faro](/f/largo) después')
})

it('the editor handle replaces behind the preview, and can be undone afterwards', async () => {
  const { field, editor } = open()
  await userEvent.keyboard('uno dos')
  await userEvent.click([...document.querySelectorAll('[role=tab]')][1]!)
  editor.replace('uno', 'tres')
  expectText('tres dos')
  await expect.poll(() => field.checkVisibility()).toBe(false)
  await vi.waitFor(() => expect(find('.prose').textContent).toBe('tres dos'), 20_000)
  await userEvent.click([...document.querySelectorAll('[role=tab]')][0]!)
  field.focus()
  await undo()
  expectText('uno dos')
})
