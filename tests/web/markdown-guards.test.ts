import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { cut } from '../../web/markdown/cut.ts'
import { meter } from '../../web/markdown/meter.ts'
import { inPieces } from '../../web/markdown/pieces.ts'
import { wordsOf } from '../../web/markdown/tree.ts'
import { hostile } from './markdown-hostile.ts'

const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfm(), meter()], mdastExtensions: [gfmFromMarkdown()] })
const words = (text: string) => parse(text).children.map(wordsOf).join('')

describe('the cut', () => {
  it('leaves whole what people write, even the longest', () => {
    const prose = 'Ana escribió **mucho** sobre [el faro](https://example.org) de Alejandría, `y más`.\n\n'.repeat(1200)
    const table = `| Nombre | Edad | Ciudad | Nota |\n|---|---|---|---|\n${'| Ana Pérez | 34 | Alejandría | **bien** |\n'.repeat(2000)}`
    const list = '- [Un enlace](https://example.org/a) y algo\n'.repeat(2200)
    const nested = Array.from({ length: 12 }, (_, level) => `${'  '.repeat(level)}- nivel ${level}`).join('\n')
    for (const text of [prose, table, list, nested]) expect(cut(text).rest).toBe('')
  })

  it.each(Object.keys(hostile))('loses nothing of "%s"', (name) => {
    const text = (hostile[name] as (size: number) => string)(100_000)
    const { markdown, rest } = cut(text)
    expect(markdown + rest).toBe(text)
  })

  it('comes before a line that opens more containers than anybody reads', () => {
    expect(cut(`a\n${'> '.repeat(31)}b\nc`)).toEqual({ markdown: 'a\n', rest: `${'> '.repeat(31)}b\nc` })
    expect(cut(`a\n${'- '.repeat(31)}b`).rest).not.toBe('')
    expect(cut(`${' '.repeat(80)}- b`).rest).not.toBe('')
    expect(cut(`${'> '.repeat(20)}b`).rest).toBe('')
  })
})

describe('the meter', () => {
  it('lets a paragraph of nine hundred marks be', () => {
    const strong = parse('**a** [b](c) `d` <b> '.repeat(100)).children[0]
    expect(strong && 'children' in strong && strong.children.filter(({ type }) => type === 'strong').length).toBe(100)
  })

  it.each([
    ['*a', 'a'],
    ['a** ', 'a'],
    [']', ']'],
    ['[a] h ', 'h'],
    ['a <!-- ', '<!--'],
    ['a <?', '<?'],
  ])('takes marks for letters when there are tens of thousands: %s', (unit, kept) => {
    const start = performance.now()
    const text = unit.repeat(Math.floor(100_000 / unit.length))
    expect(words(text).split(kept).length - 1).toBe(text.split(kept).length - 1)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('does not depend on the text before', () => {
    expect(words(']'.repeat(50_000)).length).toBe(50_000)
    expect(parse('*a*').children[0]).toMatchObject({ children: [{ type: 'emphasis' }] })
  })
})

it('pieces of a text are the text, and no emoji is halved', () => {
  const text = `${'😀'.repeat(3000)}\nfin\n${'a'.repeat(1200)}`
  const parts = inPieces(text, 501)
  expect(parts.join('')).toBe(text)
  expect(parts.every((part) => part.isWellFormed() && part.length <= 502)).toBe(true)
})
