// Link tokens in all Markdown elements (SPEC §2, "Content link tokens").
import { describe, expect, test } from 'vitest'
import { type LinkTokenProps, LinkTokens } from '../../../web/markdown/link-token.tsx'
import Markdown from '../../../web/markdown/markdown.tsx'
import { mount } from '../../support/web/mount.ts'

const id = 'a'.repeat(32)

function Shown({ kind, target, label, children }: LinkTokenProps) {
  return (
    <b data-token={`${kind} ${target}`} data-label={label}>
      {children ?? label}
    </b>
  )
}

const show = (text: string) =>
  mount(
    <LinkTokens value={Shown}>
      <Markdown text={text} id="post-1" />
    </LinkTokens>,
  ).place
const tokensOf = (text: string) =>
  [...show(text).querySelectorAll<HTMLElement>('[data-token]')].map(({ dataset, textContent }) => [
    dataset.token,
    textContent,
  ])

const file = (label: string) => `{{file:${id}|${label}}}`
const asFile = (label: string) => [`file ${id}`, label]

describe('a link token becomes an element', () => {
  test.each<[where: string, text: string, inside: string]>([
    ['alone', file('acta'), 'p'],
    ['in a sentence', `Lee ${file('acta')}, por favor.`, 'p'],
    ['next to letters and marks', `«${file('acta')}»—${file('acta')}.`, 'p'],
    ['in a heading', `## El ${file('acta')}`, 'h2'],
    ['in a heading with a line below', `El ${file('acta')}\n===`, 'h2'],
    ['in a list', `- uno\n  1. ${file('acta')}`, 'li li'],
    ['in a task', `- [x] ${file('acta')}`, 'li'],
    ['in a quote', `> cita\n> ${file('acta')}`, 'blockquote'],
    ['in a table', `| a | b |\n|---|---|\n| ${file('acta')} | dos |`, 'td'],
    ['in the head of a table', `| ${file('acta')} | b |\n|---|---|\n| 1 | 2 |`, 'th'],
    ['in bold', `**${file('acta')}**`, 'strong'],
    ['in italics', `Un _${file('acta')}_ más`, 'em'],
    ['struck through', `~~${file('acta')}~~`, 'del'],
    ['in a footnote', `Nota[^1]\n\n[^1]: ${file('acta')}`, '[data-footnotes]'],
    ['after a line end', `uno\n${file('acta')}  \ndos`, 'p'],
    ['after a backslash', `\\${file('acta')}`, 'p'],
    ['after an open backtick', `\` ${file('acta')}`, 'p'],
  ])('%s', (_where, text, inside) => {
    const post = show(text)
    const found = [...post.querySelectorAll<HTMLElement>(`${inside} [data-token]`)]
    expect(new Set(found.map(({ dataset }) => dataset.token))).toEqual(new Set([`file ${id}`]))
    expect(found[0]?.textContent).toBe('acta')
    expect(post.textContent).not.toMatch(/[{}|\ufdd0\ufdd1]/)
  })

  test('a table keeps its cells', () => {
    const post = show(`| a | b |\n|---|---|\n| ${file('x')} | ${file('y')} |\n| ${file('p|q')} | 2 |`)
    const cells = [...post.querySelectorAll('td')].map(({ textContent }) => textContent)
    expect(cells).toEqual(['x', 'y', 'p|q', '2'])
  })

  test.each([
    ['Canción de otoño'],
    ['[corchetes] (y) [más](x)'],
    ['«comillas» "rectas" \'simples\''],
    ['👵🏽 familia 👨‍👩‍👧'],
    ['*no* _es_ `código` ~~ni~~ <b>esto</b>'],
    ['https://museo.example/ y ana@museo.example'],
    ['a & b &amp; \\c'],
    ['<script>alert(1)</script>'],
    ['{'.replace('{', '(')],
    [''],
    ['   '],
  ])('with the label %j, unchanged', (label) => {
    expect(tokensOf(`Antes ${file(label)} después`)).toEqual([asFile(label)])
  })

  test('in upper case, for files and posts', () => {
    expect(tokensOf(`{{POST:${id.toUpperCase()}|uno}} {{Post:0f|dos}}`)).toEqual([
      [`post ${id}`, 'uno'],
      ['post 0f', 'dos'],
    ])
  })

  test('written as a Markdown link, with its formatting', () => {
    const text = `[el **acta**](file:${id}) [otra][a] <file:${id}>\n\n[a]: FILE:${id}`
    expect(tokensOf(text)).toEqual([asFile('el acta'), asFile('otra'), asFile(`file:${id}`)])
    expect(show(text).querySelector('[data-token] strong')?.textContent).toBe('acta')
    expect(show(text).querySelector('a')).toBeNull()
  })
})

describe('a link token stays text', () => {
  test.each([
    ['in code', `\`${file('x')}\``],
    ['in code in a table', `| a |\n|---|\n| \`${file('x')}\` |`],
    ['in a code block', `\`\`\`\n${file('x')}\n\`\`\``],
    ['in an indented block', `uno\n\n    ${file('x')}`],
    ['in HTML', `<div>${file('x')}</div>`],
    ['without an end', `{{file:${id}|x`],
    ['with a line end', `{{file:${id}|x\ny}}`],
    ['without a label', `{{file:${id}}}`],
    ['of another kind', `{{user:${id}|x}}`],
    ['with an invalid id', '{{file:xyz|x}}'],
    ['with a space before the id', `{{file: ${id}|x}}`],
  ])('%s', (_what, text) => {
    const post = show(text)
    expect(post.querySelector('[data-token]')).toBeNull()
    expect(post.textContent).toContain('{{')
    expect(post.textContent).not.toMatch(/[\ufdd0\ufdd1]/)
  })

  test('around another token, which becomes the element', () => {
    expect(tokensOf(`{{file:${id}|${file('dentro')}}}`)).toEqual([asFile('dentro')])
  })

  test('in a link and in alternative text, where only its label is shown', () => {
    const post = show(`[ver ${file('el acta')}](https://museo.example/) ![${file('foto')}](/a.png)`)
    expect(post.querySelector('[data-token]')).toBeNull()
    expect(post.querySelector('a')?.textContent).toBe('ver el acta')
    expect(post.textContent).not.toMatch(/[\ufdd0\ufdd1]/)
  })

  test('if it is forged with the placeholders of the parser', () => {
    const post = show(`\ufdd0{file:${id}\ufdd1x}} \ufdd1 \ufdd0`)
    expect(post.querySelector('[data-token]')).toBeNull()
    expect(post.textContent).not.toMatch(/[\ufdd0\ufdd1|]/)
  })
})

test('link tokens after the 500th are shown as typed', () => {
  const place = show(`${file('x')} `.repeat(600))
  expect(place.querySelectorAll('[data-token]')).toHaveLength(500)
  expect(place.textContent.match(/\{\{file/g)).toHaveLength(100)
})
