import { expect, it } from 'vitest'
import { applyEdit, smallestEdit, type TextState } from '../../../web/editor/editor-handle.ts'
import { toggleCode } from '../../../web/editor/formatting/formats.ts'
import { inlineFormats, toggleInline } from '../../../web/editor/formatting/inline-formats.ts'
import { continueList, toggleList, toggleQuote } from '../../../web/editor/formatting/lines.ts'
import { makeLink, pasteAddress } from '../../../web/editor/formatting/links.ts'

/** In the tests ‹ and › enclose the selection, and ¦ is the caret. */
function written(drawn: string): TextState {
  const caret = drawn.indexOf('¦')
  if (caret >= 0) return { text: drawn.replace('¦', ''), start: caret, end: caret }
  return { text: drawn.replace(/[‹›]/g, ''), start: drawn.indexOf('‹'), end: drawn.indexOf('›') - 1 }
}

function drawn({ text, start, end }: TextState) {
  const selected = text.slice(start, end)
  return text.slice(0, start) + (start === end ? '¦' : `‹${selected}›`) + text.slice(end)
}

const after = (change: (written: TextState) => TextState | undefined) => (before: string) => {
  const next = change(written(before))
  return next && drawn(next)
}

const bold = after((it) => toggleInline(it, inlineFormats.bold))
const italic = after((it) => toggleInline(it, inlineFormats.italic))
const code = after(toggleCode)
const enter = after(continueList)
const bullets = after((it) => toggleList(it, 'bullets'))
const numbers = after((it) => toggleList(it, 'numbers'))
const quote = after(toggleQuote)
const link = after(makeLink)
const paste = (before: string, address: string) => after((it) => pasteAddress(it, address))(before)

it.each([
  ['un ‹faro› alto', 'un **‹faro›** alto'],
  ['un **‹faro›** alto', 'un ‹faro› alto'],
  ['un ‹**faro**› alto', 'un ‹faro› alto'],
  ['un __‹faro›__ alto', 'un ‹faro› alto'],
  ['un‹ faro ›alto', 'un **‹faro›** alto'],
  ['un *‹faro›* alto', 'un ***‹faro›*** alto'],
  ['**un ‹faro› alto**', 'un ‹faro› alto'],
  ['**a** ‹y› **b**', '**a** **‹y›** **b**'],
  ['‹**a** y **b**›', '**‹a y b›**'],
  ['- ‹uno\n- dos\n\n> tres›', '- **‹uno**\n- **dos**\n\n> **tres›**'],
  ['‹- **uno**\n- **dos**›', '- ‹uno\n- dos›'],
  ['‹# Faro›', '# **‹Faro›**'],
  ['un fa¦ro', 'un **fa¦ro**'],
  ['un **fa¦ro**', 'un fa¦ro'],
  ['uno ¦', 'uno **¦**'],
  ['uno **¦**', 'uno ¦'],
  ['uno **dos¦** tres', 'uno **dos**¦ tres'],
  ['uno **dos ¦** tres', 'uno **dos **¦ tres'],
  ['¦', '**¦**'],
  ['‹  \n ›', '  \n **¦**'],
])('bold turns %j into %j', (before, next) => expect(bold(before)).toBe(next))

it.each([
  ['un ‹faro› alto', 'un *‹faro›* alto'],
  ['un *‹faro›* alto', 'un ‹faro› alto'],
  ['un _‹faro›_ alto', 'un ‹faro› alto'],
  ['un **‹faro›** alto', 'un ***‹faro›*** alto'],
  ['un ***‹faro›*** alto', 'un **‹faro›** alto'],
  ['mi_‹variable›_larga', 'mi_*‹variable›*_larga'],
  ['- ‹faro›', '- *‹faro›*'],
  ['* uno ‹dos›', '* uno *‹dos›*'],
  ['\\*‹faro›\\*', '\\**‹faro›*\\*'],
  ['**¦**', '***¦***'],
])('italic turns %j into %j', (before, next) => expect(italic(before)).toBe(next))

it.each([
  ['un ‹faro› alto', 'un `‹faro›` alto'],
  ['un `‹faro›` alto', 'un ‹faro› alto'],
  ['un ‹a`b› alto', 'un ``‹a`b›`` alto'],
  ['un ``‹a`b›`` alto', 'un ‹a`b› alto'],
  ['¦', '`¦`'],
  ['‹uno\ndos›', '‹```\nuno\ndos\n```›'],
  ['‹```\nuno\ndos\n```›', '‹uno\ndos›'],
  ['‹uno\n```x›', '‹````\nuno\n```x\n````›'],
])('code turns %j into %j', (before, next) => expect(code(before)).toBe(next))

it.each([
  ['- pan¦', '- pan\n- ¦'],
  ['* pan¦', '* pan\n* ¦'],
  ['  + pan¦', '  + pan\n  + ¦'],
  ['- pan¦ y vino', '- pan\n- ¦ y vino'],
  ['- pan ‹y› vino', '- pan \n- ¦ vino'],
  ['9. pan¦', '9. pan\n10. ¦'],
  ['1) pan¦', '1) pan\n2) ¦'],
  ['- [x] pan¦', '- [x] pan\n- [ ] ¦'],
  ['> dijo¦', '> dijo\n> ¦'],
  ['> - dijo¦', '> - dijo\n> - ¦'],
  ['-\u00a0pan¦', '-\u00a0pan\n-\u00a0¦'],
])('Enter continues %j as %j', (before, next) => expect(enter(before)).toBe(next))

it.each([
  ['- pan\n- ¦', '- pan\n\n¦'],
  ['1. pan\n2. ¦\notro', '1. pan\n\n¦\notro'],
  ['- pan\n\n- ¦', '- pan\n\n¦'],
  ['- [ ] ¦', '¦'],
  ['> dijo\n> ¦', '> dijo\n\n¦'],
  ['> - ¦', '> ¦'],
  ['> - pan\n> - ¦', '> - pan\n> \n> ¦'],
  ['- pan\n  - ¦', '- pan\n\n¦'],
])('Enter ends %j as %j, so that the next text is no part of it', (before, next) => expect(enter(before)).toBe(next))

it.each(['pan¦', '¦- pan', '-¦ pan', '-pan¦', 'en el año\n1492.¦', '---¦', '```\n- pan¦', '2.5¦'])(
  'Enter inserts an ordinary line break in %j',
  (before) => expect(enter(before)).toBeUndefined(),
)

it('lines become bullets, numbers and plain again', () => {
  expect(bullets('‹uno\n\ndos›')).toBe('‹- uno\n\n- dos›')
  expect(numbers('‹- uno\n\n* dos›')).toBe('‹1. uno\n\n2. dos›')
  expect(numbers('‹1. uno\n\n2. dos›')).toBe('‹uno\n\ndos›')
  expect(bullets('‹- [ ] uno›')).toBe('‹uno›')
  expect(bullets('un fa¦ro')).toBe('- un fa¦ro')
  expect(bullets('- un fa¦ro')).toBe('un fa¦ro')
  expect(bullets('> un fa¦ro')).toBe('> - un fa¦ro')
  expect(bullets('uno\n¦\ndos')).toBe('uno\n- ¦\ndos')
  expect(bullets('- ¦')).toBe('¦')
  expect(bullets('‹uno\n›dos')).toBe('- ‹uno›\ndos')
})

it('lines are quoted, quoted twice and unquoted', () => {
  expect(quote('‹uno\n\ndos›')).toBe('‹> uno\n>\n> dos›')
  expect(quote('‹> uno\n>\n> dos›')).toBe('‹uno\n\ndos›')
  expect(quote('> > un fa¦ro')).toBe('> un fa¦ro')
  expect(quote('¦')).toBe('> ¦')
})

it('a link selects its missing part', () => {
  expect(link('un ‹faro› alto')).toBe('un [faro](‹url›) alto')
  expect(link('un ‹faro ›alto')).toBe('un [faro](‹url›) alto')
  expect(link('un fa¦ro')).toBe('un [faro](‹url›)')
  expect(link('un ¦')).toBe('un [¦](url)')
  expect(link('‹https://example.org/a_(b)›')).toBe('[¦](<https://example.org/a_(b)>)')
  expect(link('‹http://example.org›')).toBe('[¦](http://example.org)')
  expect(link('‹javascript:alert(1)›')).toBe('[javascript:alert(1)](‹url›)')
  expect(link('‹a [b] c›')).toBe('[a [b] c](‹url›)')
  expect(link('‹a] b›')).toBe('[a\\] b](‹url›)')
})

it('a link is made by pasting a URL over words', () => {
  expect(paste('un ‹faro› alto', ' https://example.org\n')).toBe('un [faro](https://example.org)¦ alto')
  expect(paste('(un ‹faro›)', 'https://example.org')).toBe('(un [faro](https://example.org)¦)')
})

it.each([
  ['un ¦faro', 'https://example.org'],
  ['un ‹faro› alto', 'torre'],
  ['un ‹faro› alto', 'https://example.org y más'],
  ['un ‹faro› alto', 'ftp://example.org'],
  ['un [faro](‹url›) alto', 'https://example.org'],
  ['‹https://example.com›', 'https://example.org'],
  ['‹uno\ndos›', 'https://example.org'],
  ['```\nun ‹faro›', 'https://example.org'],
])('a link is not made in %j by pasting %j', (before, address) => expect(paste(before, address)).toBeUndefined())

it.each([
  ['un faro', 'un **faro**'],
  ['aaa', 'aa'],
  ['', 'a'],
  ['😀', '😁'],
  ['a𝒜b', 'a𐒜b'],
])(
  'the smallest edit leads from %j to %j without splitting a character, and from a text to itself there is none',
  (old, next) => {
    const edit = smallestEdit(old, next)!
    expect(applyEdit(old, edit)).toBe(next)
    for (const part of [old.slice(0, edit.from), old.slice(edit.from, edit.to), edit.by, old.slice(edit.to)])
      expect(part.isWellFormed()).toBe(true)
    expect(smallestEdit(old, old)).toBeUndefined()
  },
)
