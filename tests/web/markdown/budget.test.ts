import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, it } from 'vitest'
import { parserBudget } from '../../../contract/markdown/budget/parser-budget.ts'
import { splitAtBudget } from '../../../contract/markdown/budget/source-budget.ts'
import { splitText } from '../../../contract/markdown/plugins/split-long-texts.ts'
import { wordsOf } from '../../../contract/markdown/plugins/tree.ts'
import { hostile } from '../../../tools/hostile-markdown.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfm(), parserBudget()], mdastExtensions: [gfmFromMarkdown()] })
const words = (text: string) => parse(text).children.map(wordsOf).join('')

it('the source budget is enough for long ordinary texts', () => {
  const prose = 'Ana escribió **mucho** sobre [el faro](https://example.org) de Alejandría, `y más`.\n\n'.repeat(1200)
  const table = `| Nombre | Edad | Ciudad | Nota |\n|---|---|---|---|\n${'| Ana Pérez | 34 | Alejandría | **bien** |\n'.repeat(2000)}`
  const list = '- [Un enlace](https://example.org/a) y algo\n'.repeat(2200)
  const nested = Array.from({ length: 12 }, (_, level) => `${'  '.repeat(level)}- nivel ${level}`).join('\n')
  for (const text of [prose, table, list, nested]) expect(splitAtBudget(text).rest).toBe('')
})

it.each(Object.keys(hostile))('the source budget splits "%s" without losing a character', (name) => {
  const text = (hostile[name] as (size: number) => string)(100_000)
  const { markdown, rest } = splitAtBudget(text)
  expect(markdown + rest).toBe(text)
})

it('the source budget ends before a line with more than 30 nested containers', () => {
  expect(splitAtBudget(`a\n${'> '.repeat(31)}b\nc`)).toEqual({ markdown: 'a\n', rest: `${'> '.repeat(31)}b\nc` })
  expect(splitAtBudget(`a\n${'- '.repeat(31)}b`).rest).not.toBe('')
  expect(splitAtBudget(`${' '.repeat(80)}- b`).rest).not.toBe('')
  expect(splitAtBudget(`${'> '.repeat(20)}b`).rest).toBe('')
})

it('the parser budget is enough for a paragraph with 900 delimiters, and starts from zero with each text', () => {
  const strong = parse('**a** [b](c) `d` <b> '.repeat(100)).children[0]
  expect(strong && 'children' in strong && strong.children.filter(({ type }) => type === 'strong').length).toBe(100)
  expect(words(']'.repeat(50_000)).length).toBe(50_000)
  expect(parse('*a*').children[0]).toMatchObject({ children: [{ type: 'emphasis' }] })
})

it.each([
  ['*a', 'a'],
  ['a** ', 'a'],
  [']', ']'],
  ['[a] h ', 'h'],
  ['a <!-- ', '<!--'],
  ['a <?', '<?'],
])('the parser budget turns tens of thousands of delimiters into plain text: %s', (unit, kept) => {
  const start = cpuMs()
  const text = unit.repeat(Math.floor(100_000 / unit.length))
  expect(words(text).split(kept).length - 1).toBe(text.split(kept).length - 1)
  expect(cpuMs() - start).toBeLessThan(5000)
})

it('splitText loses no character and splits no emoji', () => {
  const text = `${'😀'.repeat(3000)}\nfin\n${'a'.repeat(1200)}`
  const parts = splitText(text, 501)
  expect(parts.join('')).toBe(text)
  expect(parts.every((part) => part.isWellFormed() && part.length <= 502)).toBe(true)
})
