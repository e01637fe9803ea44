import { describe, expect, it } from 'vitest'
import { continueList } from '../../web/editor/continue-list.ts'
import { difference } from '../../web/editor/difference.ts'
import { toggleList, toggleQuote } from '../../web/editor/lines.ts'
import { makeLink, pasteAddress } from '../../web/editor/links.ts'
import { marks } from '../../web/editor/spans.ts'
import { toggleCode } from '../../web/editor/toggle-code.ts'
import { toggleMark } from '../../web/editor/toggle-mark.ts'
import { replaced, type Written } from '../../web/editor/written.ts'

/** `[` and `]` of the tests are ‹ and ›: what is selected; ¦ is a caret. */
function written(drawn: string): Written {
  const caret = drawn.indexOf('¦')
  if (caret >= 0) return { text: drawn.replace('¦', ''), start: caret, end: caret }
  return { text: drawn.replace(/[‹›]/g, ''), start: drawn.indexOf('‹'), end: drawn.indexOf('›') - 1 }
}

function drawn({ text, start, end }: Written) {
  const selected = text.slice(start, end)
  return text.slice(0, start) + (start === end ? '¦' : `‹${selected}›`) + text.slice(end)
}

const after = (change: (written: Written) => Written | undefined) => (before: string) => {
  const next = change(written(before))
  return next && drawn(next)
}

const bold = after((it) => toggleMark(it, marks.bold))
const italic = after((it) => toggleMark(it, marks.italic))
const code = after(toggleCode)
const enter = after(continueList)
const bullets = after((it) => toggleList(it, 'bullets'))
const numbers = after((it) => toggleList(it, 'numbers'))
const quote = after(toggleQuote)
const link = after(makeLink)
const paste = (before: string, address: string) => after((it) => pasteAddress(it, address))(before)

describe('a mark', () => {
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
  ])('bold makes of %j %j', (before, next) => expect(bold(before)).toBe(next))

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
  ])('italic makes of %j %j', (before, next) => expect(italic(before)).toBe(next))

  it.each([
    ['un ‹faro› alto', 'un `‹faro›` alto'],
    ['un `‹faro›` alto', 'un ‹faro› alto'],
    ['un ‹a`b› alto', 'un ``‹a`b›`` alto'],
    ['un ``‹a`b›`` alto', 'un ‹a`b› alto'],
    ['¦', '`¦`'],
    ['‹uno\ndos›', '‹```\nuno\ndos\n```›'],
    ['‹```\nuno\ndos\n```›', '‹uno\ndos›'],
    ['‹uno\n```x›', '‹````\nuno\n```x\n````›'],
  ])('code makes of %j %j', (before, next) => expect(code(before)).toBe(next))
})

describe('Enter', () => {
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
  ])('continues %j as %j', (before, next) => expect(enter(before)).toBe(next))

  it.each([
    ['- pan\n- ¦', '- pan\n¦'],
    ['1. pan\n2. ¦\notro', '1. pan\n¦\notro'],
    ['- [ ] ¦', '¦'],
    ['> dijo\n> ¦', '> dijo\n¦'],
    ['> - ¦', '> ¦'],
    ['- pan\n  - ¦', '- pan\n¦'],
  ])('ends %j as %j', (before, next) => expect(enter(before)).toBe(next))

  it.each(['pan¦', '¦- pan', '-¦ pan', '-pan¦', 'en el año\n1492.¦', '---¦', '```\n- pan¦', '2.5¦'])(
    'is a new line in %j',
    (before) => expect(enter(before)).toBeUndefined(),
  )
})

describe('lines', () => {
  it('become bullets, numbers and plain again', () => {
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

  it('are quoted, again and not', () => {
    expect(quote('‹uno\n\ndos›')).toBe('‹> uno\n>\n> dos›')
    expect(quote('‹> uno\n>\n> dos›')).toBe('‹uno\n\ndos›')
    expect(quote('> > un fa¦ro')).toBe('> un fa¦ro')
    expect(quote('¦')).toBe('> ¦')
  })
})

describe('a link', () => {
  it('selects what is missing', () => {
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

  it('is made of an address that is pasted over words', () => {
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
  ])('is not made in %j of %j', (before, address) => expect(paste(before, address)).toBeUndefined())
})

describe('the difference of two texts', () => {
  it.each([
    ['un faro', 'un **faro**'],
    ['aaa', 'aa'],
    ['', 'a'],
    ['😀', '😁'],
    ['a𝒜b', 'a𐒜b'],
  ])('leads from %j to %j, and cuts no character', (old, next) => {
    const edit = difference(old, next)!
    expect(replaced(old, edit)).toBe(next)
    for (const part of [old.slice(0, edit.from), old.slice(edit.from, edit.to), edit.by, old.slice(edit.to)])
      expect(part.isWellFormed()).toBe(true)
  })

  it('is none of the same', () => expect(difference('a', 'a')).toBeUndefined())
})
