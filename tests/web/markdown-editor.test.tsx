import { type ReactNode, type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../web/theme/global.css'
import type { EditorHandle } from '../../web/editor/editor-handle.ts'
import { MarkdownEditor } from '../../web/editor/markdown-editor.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'

const roots: Root[] = []

interface Given {
  text?: string
  readOnly?: boolean
  tools?: ReactNode
  onFiles?: (files: File[]) => void
  onGuide?: () => void
  onChange?: (text: string) => void
  handle?: Ref<EditorHandle>
}

function Form({ text = '', onChange, ...props }: Given) {
  const [value, setValue] = useState(text)
  const change = (next: string) => {
    onChange?.(next)
    setValue(next)
  }
  return (
    <form>
      <MarkdownEditor label="Contenido" value={value} onChange={change} {...props} />
      <output>{value}</output>
      <input aria-label="Otro" />
    </form>
  )
}

/** An editor with this text, the focus in it and the caret at its end. */
function open(given: Given = {}) {
  const handle: { current: EditorHandle | null } = { current: null }
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  roots.push(root)
  const show = (now: Given) => flushSync(() => root.render(<Form {...now} handle={handle} />))
  show(given)
  const field = find<HTMLTextAreaElement>('textarea')
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  return { field, show, editor: handle.current! }
}

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!
const tool = (name: string) => find<HTMLButtonElement>(`[role=toolbar] [aria-label='${name}']`)
const stored = () => find('output').textContent
const selected = () => {
  const { value, selectionStart, selectionEnd } = find<HTMLTextAreaElement>('textarea')
  return value.slice(selectionStart, selectionEnd)
}

function select(words: string) {
  const field = find<HTMLTextAreaElement>('textarea')
  const at = field.value.indexOf(words)
  field.setSelectionRange(at, at + words.length)
}

/** What the field has, React knows. */
function expectText(text: string) {
  expect(find<HTMLTextAreaElement>('textarea').value).toBe(text)
  expect(stored()).toBe(text)
}

const undo = () => userEvent.keyboard('{Control>}z{/Control}')

function clipboard(text: string, files: File[] = []) {
  const data = new DataTransfer()
  if (text) data.setData('text/plain', text)
  for (const file of files) data.items.add(file)
  return data
}

function paste(text: string, files?: File[]) {
  const clipboardData = clipboard(text, files)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return { isTaken: !find('textarea').dispatchEvent(event) }
}

const photo = new File(['x'], 'faro.jpg', { type: 'image/jpeg' })

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  document.body.replaceChildren()
})

describe('the toolbar', () => {
  it('marks what is selected, keeps it selected and can be undone', async () => {
    const { field } = open({ text: 'un faro alto' })
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

  it('makes links, lists, quotes and code, and undoes each', async () => {
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

  it('is one stop of Tab, and arrows go through it, with what was put in', async () => {
    const onGuide = vi.fn()
    open({ tools: <button type="button">Link Post</button>, onFiles: () => {}, onGuide })
    const words = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(words()).toBe('Negrita')
    const seen: unknown[] = []
    for (let presses = 0; presses < 10; presses++) {
      seen.push(words())
      await userEvent.keyboard('{ArrowRight}')
    }
    expect(seen).toEqual([
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
    expect(words()).toBe('Negrita')
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(onGuide).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Home}{ArrowRight}{Tab}')
    expect(document.activeElement).toBe(find('textarea'))
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(words()).toBe('Cursiva')
    await userEvent.keyboard('{End}')
    expect(words()).toBe('Guía de Markdown')
  })

  it('says its names, its keys and what it is for', () => {
    const { field } = open()
    const toolbar = find('[role=toolbar]')
    expect(toolbar.getAttribute('aria-controls')).toBe(field.id)
    expect([tool('Negrita').title, tool('Negrita').getAttribute('aria-keyshortcuts')]).toEqual([
      'Negrita (Ctrl+B)',
      'Control+B',
    ])
    expect(tool('Lista').title).toBe('Lista')
    expect(document.querySelector('[aria-label="Adjuntar archivos"]')).toBeNull()
    expect(toolbar.textContent).toBe('')
  })
})

describe('keys', () => {
  it('mark, unmark and leave a mark behind', async () => {
    open()
    await userEvent.keyboard('Es {Control>}b{/Control}muy alto{Control>}b{/Control} y {Control>}i{/Control}bello')
    expectText('Es **muy alto** y *bello*')
    select('muy alto')
    await userEvent.keyboard('{Control>}b{/Control}')
    expectText('Es muy alto y *bello*')
    await undo()
    expectText('Es **muy alto** y *bello*')
  })

  it('make a link and take its address', async () => {
    open({ text: 'un faro' })
    select('faro')
    await userEvent.keyboard('{Control>}k{/Control}')
    expectText('un [faro](url)')
    expect(selected()).toBe('url')
    await userEvent.keyboard('/faro')
    expectText('un [faro](/faro)')
  })

  it('continue lists, count, and end them', async () => {
    open()
    await userEvent.keyboard('- pan{Enter}vino{Enter}{Enter}1. uno{Enter}dos{Shift>}{Enter}{/Shift}y medio{Enter}fin')
    expectText('- pan\n- vino\n1. uno\n2. dos\ny medio\nfin')
  })

  it('undo what Enter wrote', async () => {
    open({ text: '- [x] pan' })
    await userEvent.keyboard('{Enter}')
    expectText('- [x] pan\n- [ ] ')
    await undo()
    expectText('- [x] pan')
  })

  it('keep the caret in the middle of the text', async () => {
    const { field } = open({ text: '- pan\n- vino' })
    field.setSelectionRange(5, 5)
    await userEvent.keyboard('{Enter}queso')
    expectText('- pan\n- queso\n- vino')
    expect(field.selectionStart).toBe(13)
  })

  it('do not trap Tab', async () => {
    open({ text: '- pan' })
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).not.toBe(find('textarea'))
    expectText('- pan')
  })

  it('are left alone while a character is composed', () => {
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
})

describe('pasting', () => {
  it('makes a link of words and an address, which can be undone', async () => {
    open({ text: 'un faro alto' })
    select('faro')
    expect(paste('https://example.org').isTaken).toBe(true)
    expectText('un [faro](https://example.org) alto')
    await undo()
    expectText('un faro alto')
  })

  it('leaves other text to the browser', () => {
    open({ text: 'un faro alto' })
    expect(paste('https://example.org').isTaken).toBe(false)
    select('faro')
    expect(paste('torre').isTaken).toBe(false)
    expect(paste('', [photo]).isTaken).toBe(false)
  })

  it('hands files over, and so do dropping and choosing', async () => {
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
})

describe('the handle', () => {
  it('writes where the cursor was, after the focus left', async () => {
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

  it('writes at the end for who was never there, from the preview too', async () => {
    const { editor } = open({ text: 'otro' })
    roots.pop()?.unmount()
    expect(editor.selection()).toBe('')
    const fresh: { current: EditorHandle | null } = { current: null }
    const root = createRoot(document.body.appendChild(document.createElement('main')))
    roots.push(root)
    flushSync(() => root.render(<Form text="Uno." handle={fresh} />))
    await userEvent.click([...document.querySelectorAll('[role=tab]')][1]!)
    fresh.current?.insert('\r\nDos.')
    expectText('Uno.\nDos.')
    expect(document.activeElement).toBe(find('textarea'))
  })

  it('writes from a dialog, which gives the focus back to the text', async () => {
    const handle: { current: EditorHandle | null } = { current: null }
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
          <Dialog title="Elegir" open={isOpen} onOpenChange={setOpen}>
            <input aria-label="Buscar" />
            <button type="button" id="pick" onClick={pick}>
              El faro
            </button>
          </Dialog>
        </>
      )
      return <Form text="un  alto" tools={tools} handle={handle} />
    }
    const root = createRoot(document.body.appendChild(document.createElement('main')))
    roots.push(root)
    flushSync(() => root.render(<Picker />))
    const field = find<HTMLTextAreaElement>('textarea')
    field.focus()
    field.setSelectionRange(3, 3)
    await userEvent.click(find('[role=toolbar] fieldset button'))
    await vi.waitFor(() => expect(document.activeElement).toBe(find('[aria-label=Buscar]')))
    await userEvent.keyboard('{ArrowLeft}{Tab}{Enter}')
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('!')
    expectText('un [faro](/f)! alto')
    await undo()
    await undo()
    expectText('un  alto')
  })

  it('replaces without a trace where the person is', async () => {
    const { field, editor } = open({ text: 'antes ![subiendo](x) después' })
    select('después')
    editor.replace('![subiendo](x)', '![faro](/f/largo)')
    expectText('antes ![faro](/f/largo) después')
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
    await undo() // the letter: Chromium has one history for the page
    await undo()
    expectText('antes ![faro](/f/largo) después')
  })

  it('replaces behind the preview, and can be undone afterwards', async () => {
    const { field, editor } = open()
    await userEvent.keyboard('uno dos')
    await userEvent.click([...document.querySelectorAll('[role=tab]')][1]!)
    editor.replace('uno', 'tres')
    expectText('tres dos')
    expect(field.checkVisibility()).toBe(false)
    await vi.waitFor(() => expect(find('.prose').textContent).toBe('tres dos'))
    await userEvent.click([...document.querySelectorAll('[role=tab]')][0]!)
    field.focus()
    await undo()
    expectText('uno dos')
  })

  it('waits for a character that is being composed', async () => {
    const { field, editor } = open({ text: 'uno' })
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    editor.replace('uno', 'dos')
    expectText('uno')
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    await vi.waitFor(() => expectText('dos'))
  })
})

describe('what may only be read', () => {
  it('does nothing by keys, buttons, pastes and drops, and catches up afterwards', async () => {
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
    await vi.waitFor(() => expectText('- vino'))
  })
})

describe('the preview', () => {
  it('shows the text as it will be read, and gives the field back as it was', async () => {
    const { field } = open()
    const [write, preview] = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
    expect([write!.textContent, preview!.textContent, field.rows]).toEqual(['Write', 'Preview', 12])
    await userEvent.click(preview!)
    expect(find('[role=tabpanel]:not([hidden])').textContent).toBe('Todavía no hay nada que mostrar.')
    await userEvent.click(write!)
    await userEvent.fill(field, 'un **faro**')
    await userEvent.click(preview!)
    await vi.waitFor(() => expect(find('.prose strong').textContent).toBe('faro'))
    await userEvent.click(write!)
    expect(find('textarea')).toBe(field)
    field.focus()
    await undo()
    expectText('')
  })
})

describe('on a phone', () => {
  it('fits into 300 px', () => {
    open({ tools: <button type="button">Link Post</button>, onFiles: () => {}, onGuide: () => {} })
    find('main').style.width = '300px'
    const { right } = find('main').getBoundingClientRect()
    for (const button of document.querySelectorAll('[role=toolbar] button'))
      expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  })
})
