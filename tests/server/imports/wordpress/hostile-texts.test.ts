// Texts of WordPress that are made to break what reads them.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { linkTargets } from '../../../../contract/content/link-tokens.ts'
import { mentionedIds } from '../../../../contract/markdown/mentions.ts'
import { parserSource } from '../../../../contract/markdown/parser-source.ts'
import { inFull } from '../../../support/in-full.ts'
import { convert, id } from './convert.ts'

/** HTML that the parser of a text finds, which would be shown as it is. */
function htmlIn(markdown: string) {
  const found: string[] = []
  const look = (node: ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]) => {
    if (node.type === 'html') found.push(node.value)
    if ('children' in node) node.children.forEach(look)
  }
  look(fromMarkdown(markdown, { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] }))
  return found
}

describe('a hostile text', () => {
  test.each([
    ['deep elements', '<div>'.repeat(200_000)],
    ['deep marks', '<b><i>'.repeat(50_000)],
    ['deep quotations', '<blockquote>'.repeat(20_000)],
    ['many elements', '<p>a</p>'.repeat(100_000)],
    ['wide cells', `<table>${'<tr><td colspan="99999999" rowspan="99999999">a</td></tr>'.repeat(100)}</table>`],
    ['open shortcodes', '[caption]'.repeat(20_000)],
    ['open brackets', '['.repeat(100_000)],
    ['open tags', '<a'.repeat(50_000)],
    ['comments', '<!-- wp:group -->'.repeat(20_000)],
    ['shared blocks', '<!-- wp:block {"ref":7} /-->'.repeat(5000)],
    ['stars', '*'.repeat(100_000)],
    ['spaces', `a${' '.repeat(100_000)}b`],
    ['empty lines', `a${'\n '.repeat(50_000)}b`],
  ])('of %s is read within seconds', (_what, html) => {
    const begun = performance.now()
    convert(html)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('has no HTML, no tokens and no mentions that it did not have', () => {
    const words = [
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<a href="x">',
      '</a>',
      '[',
      ']',
      '(',
      ')',
      '{{',
      '}}',
      '|',
      '\n',
      '\n\n',
      '*',
      '_',
      '`',
      '~~',
      '#',
      '- ',
      '> ',
      '!',
      '@',
      'a',
      ' ',
      '&lt;u&gt;',
      '&amp;lt;',
      '\\',
      'post:',
      `file:${id('a')}`,
      id('a'),
      '<br>',
      '<li>',
      '<ul>',
      '<p>',
      '<td>',
      '<table>',
      '<pre>',
      '<code>',
      '</code>',
      '[gallery]',
      '<h2>',
      '<img src=x>',
    ]
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let round = 0; round < inFull(20_000, 600); round++) {
      const html = Array.from({ length: 1 + random(25) }, () => words[random(words.length)]).join('')
      const { markdown } = convert(html.replaceAll('[gallery]', '').replaceAll('<img src=x>', ''))
      expect(linkTargets(markdown), html).toEqual([])
      expect(mentionedIds(markdown), html).toEqual([])
      expect(htmlIn(markdown), `${html}\n→ ${markdown}`).toEqual([])
      expect(parserSource(markdown).rest, html).toBe('')
    }
  })
})
