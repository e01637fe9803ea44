// Texts of the classic editor as the Markdown that people here write, and signs in them that are none.
import { describe, expect, test } from 'vitest'
import { toHtml } from '../../../../server/markdown/to-html.ts'
import { convert, id, markdownOf } from './convert.ts'

describe('the classic editor', () => {
  test.each([
    ['empty lines begin paragraphs, and line ends are line ends', 'Uno\nDos\r\n\r\nTres', 'Uno  \nDos\n\nTres'],
    ['a line end beside a break is no second one', 'Uno<br />\nDos', 'Uno  \nDos'],
    ['two breaks part paragraphs', '<p>Uno<br><br>Dos</p>', 'Uno\n\nDos'],
    ['empty paragraphs are nothing', '<p>Uno</p><p>&nbsp;</p>\n\n&nbsp;\n\nDos', 'Uno\n\nDos'],
    [
      'bold, italics, both, and struck words',
      '<b>a</b> <em>b</em> <strong><i>c</i></strong> <del>d</del>',
      '**a** *b* ***c*** ~~d~~',
    ],
    ['spaces are put outside of bold words', 'Es<strong> muy </strong>bueno', 'Es **muy** bueno'],
    ['a sign glued to a letter would not be bold', 'a<b>(b)</b>c', 'a(b)c'],
    ['what is underlined is not emphasised', '<u>a</u> <mark>b</mark>', 'a b'],
    ['headings, without bold in them', '<h2><strong>Uno</strong></h2>dos<h3>tres</h3>', '## Uno\n\ndos\n\n### tres'],
    [
      'lists in lists',
      '<ul>\n<li>a\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</ul>',
      '- a\n  1. b\n  2. c\n- d',
    ],
    [
      'quotations with their source',
      '<blockquote>Un lugar\n<cite>Cervantes</cite></blockquote>',
      '> Un lugar  \n> Cervantes',
    ],
    ['code', '<pre>a &lt; b\n  c</pre> y <code>x_y</code>', '```\na < b\n  c\n```\n\ny `x_y`'],
    ['lines of code', '<code>a\nb</code>', '```\na\nb\n```'],
    ['a horizontal line, also between pages', 'a<hr />b\n<!--nextpage-->\nc<!--more-->', 'a\n\n---\n\nb\n\n---\n\nc'],
    [
      'a table',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1|2</td><td>3</td></tr></tbody></table>',
      '| a | b |\n| - | - |\n| 1\\|2 | 3 |',
    ],
    [
      'a table without a head',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      '| a | b |\n| - | - |\n| c | d |',
    ],
    [
      'blocks in a cell are lines of words',
      '<table><tr><th>a</th></tr><tr><td><p>b</p><ul><li>c</li></ul><pre>d\ne</pre></td></tr></table>',
      '| a |\n| - |\n| b c `d e` |',
    ],
    ['paragraphs in bold', '<b><p>a</p><p>b</p></b>', '**a  \nb**'],
    ['a definition', '<dl><dt>faro</dt><dd>luz</dd></dl>', '- faro\n\n  luz'],
    ['tasks', '<ul><li><input type="checkbox" checked> a</li></ul>', '- [x] a'],
    ['emoji that were pictures', 'Hola <img src="https://s.w.org/1f426.svg" class="emoji" alt="🐦">', 'Hola 🐦'],
  ])('%s', (_what, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })
})

describe('signs that are none', () => {
  test.each([
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['nombre_de_archivo y _esto_', 'nombre_de_archivo y \\_esto\\_'],
    ['# no', '\\# no'],
    ['#no', '#no'],
    ['- no', '\\- no'],
    ['1. no\n2) no', '1\\. no  \n2\\) no'],
    ['1984. Una novela', '1984\\. Una novela'],
    ['&gt; no', '\\> no'],
    ['a\n===\nb', 'a  \n\\===  \nb'],
    ['a|b\n-|-', 'a|b  \n\\-|-'],
    ['`no` ~~no~~ ~3', '\\`no\\` \\~\\~no\\~\\~ ~3'],
    ['[sic] y [no](http://a.es)', '[sic] y \\[no](http://a.es)'],
    ['[a]: no', '\\[a]: no'],
    ['[^1] [x]', '\\[^1] \\[x]'],
    [`@[Ana](${id('a')})`, `@\\[Ana](${id('a')})`],
    [`{{post:${id('a')}|no}}`, `{{post\\:${id('a')}|no}}`],
    [`https://a.es/{{file:${id('a')}|no}}`, `https://a.es/ {{file\\:${id('a')}|no}}`],
    ['&lt;b&gt; &amp;lt; a &amp; b', '\\<b> \\&lt; a & b'],
    ['C:\\*', 'C:\\\\\\*'],
    ['¡Mira!<a href="https://a.es">esto</a>', '¡Mira\\![esto](https://a.es)'],
    ['<h2>Do # #</h2>', '## Do # \\#'],
  ])('%s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  test('are shown as they were', () => {
    const typed = [
      '* # - _ ` [a](b) [a]: b',
      '> a',
      '1. b',
      '| a |',
      '~~c~~',
      '{{file:00|x}}',
      '\\',
      '<i>',
      '&amp;',
      '!',
    ]
    const shown = toHtml(
      convert(typed.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join('\n\n')).markdown,
      {
        id: 'x',
        addresses: { link: () => '', file: () => undefined, post: () => undefined } as never,
      },
    )
    const words = shown
      .replace(/<[^>]*>/g, '\n')
      .replace(/\n+/g, '\n')
      .trim()
    expect(words.replaceAll('&#x26;', '&').replaceAll('&#x3C;', '<').split('\n')).toEqual(typed)
  })
})
