// Texts of WordPress as the Markdown that people here write.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { linkTargets } from '../../../../contract/content/link-tokens.ts'
import { mentionedIds } from '../../../../contract/markdown/mentions.ts'
import { parserSource } from '../../../../contract/markdown/parser-source.ts'
import { toPostMarkdown } from '../../../../server/imports/wordpress/markdown.ts'
import { toHtml } from '../../../../server/markdown/to-html.ts'
import { inFull } from '../../../support/in-full.ts'

const id = (digit: string) => digit.repeat(32)
const files: Record<string, { id: string; name: string; isPicture: boolean }> = {
  'faro.jpg': { id: id('a'), name: 'faro.jpg', isPicture: true },
  'mar.jpg': { id: id('b'), name: 'mar.jpg', isPicture: true },
  'actas.pdf': { id: id('c'), name: 'actas.pdf', isPicture: false },
  'voz.mp3': { id: id('d'), name: 'voz.mp3', isPicture: false },
}
const byAttachment: Record<number, string> = { 11: 'faro.jpg', 12: 'mar.jpg', 13: 'voz.mp3' }
const faro = `![](file:${id('a')})`
const mar = `![](file:${id('b')})`

function convert(html: string, { footnotes }: { footnotes?: string } = {}) {
  const leftOut: string[] = []
  const markdown = toPostMarkdown(html, {
    base: 'https://blog.example',
    attached: [11, 12],
    footnotes: footnotes ?? '',
    leftOut: (what, reason) => leftOut.push(`${what}: ${reason}`),
    resolve: {
      file: (url, attachment) =>
        files[byAttachment[attachment ?? 0] ?? url.replace(/^.*\//, '').replace(/-\d+x\d+(?=\.\w+$)/, '')],
      post: (url) => (url.startsWith('https://blog.example/otra') ? { id: id('e'), title: 'Otra entrada' } : undefined),
      block: (number) => (number === 7 ? '<!-- wp:paragraph --><p>De todos.</p><!-- /wp:paragraph -->' : undefined),
    },
  })
  return { markdown, leftOut }
}

const markdownOf = (html: string) => {
  const { markdown, leftOut } = convert(html)
  expect(leftOut).toEqual([])
  return markdown
}

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

describe('pictures, files and links', () => {
  test.each([
    [
      'a picture in any size is one of the archive',
      '<img src="https://blog.example/wp-content/uploads/2019/faro-300x200.jpg" alt="El [faro]">',
      `![El faro](file:${id('a')})`,
    ],
    [
      'a picture is found by its number',
      '<img class="alignleft wp-image-12 size-full" src="https://cdn.example/x.jpg" alt="">',
      mar,
    ],
    [
      'a picture that links to itself is no link',
      '<a href="/wp-content/uploads/faro.jpg"><img src="faro-150x150.jpg"></a>',
      faro,
    ],
    [
      'a picture beside words stands above them',
      '<p><img src="faro.jpg">El faro de noche.</p>',
      `${faro}\n\nEl faro de noche.`,
    ],
    ['pictures together are a row', '<img src="faro.jpg">\n<img src="mar.jpg">', `${faro}\n${mar}`],
    [
      'a link to a file is its token',
      '<a href="https://blog.example/actas.pdf">Las actas</a>',
      `{{file:${id('c')}|Las actas}}`,
    ],
    [
      'a link to a post is its token',
      'Lee <a href="/otra/?x=1#comentarios">la otra</a>.',
      `Lee {{post:${id('e')}|la otra}}.`,
    ],
    ['a bare address of a post is its token', 'https://blog.example/otra', `{{post:${id('e')}|Otra entrada}}`],
    ['links keep their words', '<a href="https://a.es/b_(c)">a [b]</a>', '[a \\[b\\]](<https://a.es/b_(c)>)'],
    [
      'an address stays bare',
      '<a href="https://a.es/x_y_z">https://a.es/x_y_z</a>, y ana@blog.example',
      'https://a.es/x_y_z, y ana@blog.example',
    ],
    ['a place in the same text is no link', '<a href="#nota">nota</a><a name="x"></a>', 'nota'],
    [
      'YouTube is a link of its own',
      '<iframe src="//www.youtube.com/embed/SQEQr7c0-dw?start=30&feature=x"></iframe>',
      'https://www.youtube.com/watch?v=SQEQr7c0-dw&t=30',
    ],
    ['Vimeo too', '<iframe src="https://player.vimeo.com/video/76979871?h=1"></iframe>', 'https://vimeo.com/76979871'],
    [
      'a player of a file is its token',
      '<audio controls src="https://blog.example/voz.mp3"></audio>',
      `{{file:${id('d')}|voz.mp3}}`,
    ],
  ])('%s', (_what, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  test.each([
    [
      'a picture that is nowhere',
      '<img src="https://blog.example/gone.jpg" alt="x">',
      '![x](https://blog.example/gone.jpg)',
      'https://blog.example/gone.jpg: this picture is not among the files: its address is kept',
    ],
    [
      'a page within the page',
      '<iframe src="https://maps.example/?a=1"></iframe>',
      'https://maps.example/?a=1',
      'https://maps.example/?a=1: a page within the page: kept as a link',
    ],
    ['a script', 'a<script>alert(1)</script>', 'a', 'script: scripts are not taken along'],
    [
      'a link that runs a script',
      '<a href="javascript:alert(1)">a</a>',
      'a',
      'javascript:alert(1): a link of a kind that is not allowed: its words are kept',
    ],
    ['a form', '<form>Nombre <input name="n"><button>Ir</button></form>', 'Nombre', 'form: only its words are kept'],
  ])('%s is said', (_what, html, markdown, said) => {
    expect(convert(html)).toEqual({ markdown, leftOut: [said] })
  })
})

describe('shortcodes', () => {
  test.each([
    [
      '[caption id="attachment_11" align="alignleft" width="300"]<a href="faro.jpg"><img src="faro.jpg" /></a> El <em>faro</em>[/caption]',
      `${faro}\n\n*El faro*`,
    ],
    ['[caption caption="De antes"]<img src="mar.jpg" />[/caption]', `${mar}\n\n*De antes*`],
    ['[gallery ids="11,12"]', `${faro}\n${mar}`],
    ['Antes [gallery] después', `Antes\n\n${faro}\n${mar}\n\ndespués`],
    ['[embed]https://youtu.be/SQEQr7c0-dw[/embed]', 'https://youtu.be/SQEQr7c0-dw'],
    ['[youtube=http://www.youtube.com/watch?v=SQEQr7c0-dw&w=320]', 'http://www.youtube.com/watch?v=SQEQr7c0-dw&w=320'],
    ['[youtube SQEQr7c0-dw]', 'https://www.youtube.com/watch?v=SQEQr7c0-dw'],
    ['[vimeo 76979871]', 'https://vimeo.com/76979871'],
    ['[audio mp3="https://blog.example/voz.mp3"][/audio]', `{{file:${id('d')}|voz.mp3}}`],
    ['[video src="https://a.es/v.mp4"]', 'https://a.es/v.mp4'],
    ['[[gallery ids="1"]]', '[gallery ids="1"]'],
    ['Dijo [sic] y [1]', 'Dijo [sic] y [1]'],
  ])('%s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  test('of a playlist are its files', () => {
    expect(markdownOf('[playlist ids="13"]')).toBe(`{{file:${id('d')}|voz.mp3}}`)
  })

  test('of plugins are kept as text and said', () => {
    expect(convert('[contact-form-7 id="3"] y [su_note]Hola[/su_note]')).toEqual({
      markdown: '[contact-form-7 id="3"] y [su_note]Hola[/su_note]',
      leftOut: [
        '[contact-form-7]: a shortcode of a plugin: kept as text',
        '[su_note]: a shortcode of a plugin: kept as text',
      ],
    })
  })
})

describe('blocks', () => {
  const block = (name: string, html: string, attributes = '') =>
    `<!-- wp:${name} ${attributes}-->\n${html}\n<!-- /wp:${name} -->\n\n`

  test.each([
    [
      'paragraphs, whose line ends are spaces',
      block('paragraph', '<p>Uno\ndos</p>') + block('paragraph', '<p>Tres</p>'),
      'Uno dos\n\nTres',
    ],
    [
      'a classic block between them',
      `${block('paragraph', '<p>Uno</p>')}Dos\n\nTres\n${block('paragraph', '<p>Cuatro</p>')}`,
      'Uno\n\nDos\n\nTres\n\nCuatro',
    ],
    [
      'an image with its caption',
      block(
        'image',
        '<figure class="wp-block-image"><img src="x.jpg" alt="" class="wp-image-11"/><figcaption>El faro</figcaption></figure>',
        '{"id":11} ',
      ),
      `${faro}\n\n*El faro*`,
    ],
    [
      'a gallery of figures',
      block(
        'gallery',
        '<figure class="wp-block-gallery"><figure class="wp-block-image"><img data-id="11" src="x" alt=""/><figcaption>De día</figcaption></figure><figure class="wp-block-image"><img class="wp-image-12" src="y" alt=""/></figure><figcaption class="blocks-gallery-caption">Costa</figcaption></figure>',
      ),
      `![De día](file:${id('a')})\n${mar}\n\n*Costa*`,
    ],
    [
      'an older gallery',
      block(
        'gallery',
        '<ul class="wp-block-gallery"><li class="blocks-gallery-item"><figure><img src="faro.jpg" alt=""/></figure></li><li><figure><img src="mar.jpg" alt=""/></figure></li></ul>',
      ),
      `${faro}\n${mar}`,
    ],
    [
      'an embed',
      block(
        'embed',
        '<figure class="wp-block-embed is-provider-youtube"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/SQEQr7c0-dw\n</div></figure>',
        '{"url":"https://youtu.be/SQEQr7c0-dw"} ',
      ),
      'https://youtu.be/SQEQr7c0-dw',
    ],
    [
      'a file with its button',
      block(
        'file',
        '<div class="wp-block-file"><object class="wp-block-file__embed" data="https://blog.example/actas.pdf"></object><a href="https://blog.example/actas.pdf">Actas</a><a href="https://blog.example/actas.pdf" class="wp-block-file__button" download>Descargar</a></div>',
      ),
      `{{file:${id('c')}|Actas}}`,
    ],
    [
      'audio and video',
      block(
        'audio',
        '<figure class="wp-block-audio"><audio controls src="https://blog.example/voz.mp3"></audio><figcaption>Voz</figcaption></figure>',
      ),
      `{{file:${id('d')}|voz.mp3}}\n\n*Voz*`,
    ],
    [
      'a quotation',
      block('quote', '<blockquote class="wp-block-quote"><p>Uno</p><cite>Ana</cite></blockquote>'),
      '> Uno\n>\n> — Ana',
    ],
    [
      'a pull quote',
      block(
        'pullquote',
        '<figure class="wp-block-pullquote"><blockquote><p>Uno</p><cite>— Ana</cite></blockquote></figure>',
      ),
      '> Uno\n>\n> — Ana',
    ],
    [
      'a table with a caption',
      block(
        'table',
        '<figure class="wp-block-table"><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><figcaption>Tabla</figcaption></figure>',
      ),
      '| a | b |\n| - | - |\n\n*Tabla*',
    ],
    [
      'columns and groups',
      block(
        'columns',
        `<div class="wp-block-columns">${block('column', '<div class="wp-block-column"><p>a</p></div>')}${block('column', '<div><p>b</p></div>')}</div>`,
      ),
      'a\n\nb',
    ],
    [
      'a list of items',
      block('list', `<ul>${block('list-item', '<li>a</li>')}${block('list-item', '<li>b</li>')}</ul>`),
      '- a\n- b',
    ],
    [
      'code',
      block('code', '<pre class="wp-block-code"><code>&lt;!-- wp:code --&gt;\n&#91;gallery]</code></pre>'),
      '```\n<!-- wp:code -->\n[gallery]\n```',
    ],
    ['a verse', block('verse', '<pre class="wp-block-verse">Uno\n  dos\n\ntres</pre>'), 'Uno  \ndos\n\ntres'],
    [
      'buttons',
      block(
        'buttons',
        '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="https://a.es">Ir</a></div></div>',
      ),
      '[Ir](https://a.es)',
    ],
    [
      'a cover with its picture',
      block(
        'cover',
        '<div class="wp-block-cover" style="background-image:url(https://blog.example/mar.jpg)"><p>Hola</p></div>',
      ),
      `${mar}\n\nHola`,
    ],
    [
      'details',
      block('details', '<details class="wp-block-details"><summary>Más</summary><p>Eso.</p></details>'),
      '**Más**\n\nEso.',
    ],
    [
      'more, page break, spacer and separator',
      `${block('more', '<!--more-->')}${block('nextpage', '<!--nextpage-->')}${block('spacer', '<div style="height:9px"></div>')}Fin${block('separator', '<hr class="wp-block-separator"/>')}`,
      '---\n\nFin\n\n---',
    ],
    ['a block that posts share', 'Antes\n\n<!-- wp:block {"ref":7} /-->', 'Antes\n\nDe todos.'],
    [
      'attributes with escaped signs',
      '<!-- wp:paragraph {"content":"a \\u0022b\\u0022 \\u003c!\\u002d\\u002d"} --><p>Uno</p><!-- /wp:paragraph -->',
      'Uno',
    ],
  ])('%s', (_what, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  test('with notes keep them', () => {
    const html = block(
      'paragraph',
      '<p>El faro<sup data-fn="abc" class="fn"><a href="#abc" id="abc-link">1</a></sup> luce.</p>',
    )
    const footnotes = JSON.stringify([{ id: 'abc', content: 'De <em>noche</em>.' }])
    expect(convert(`${html}<!-- wp:footnotes /-->`, { footnotes })).toEqual({
      markdown: 'El faro[^1] luce.\n\n[^1]: De *noche*.',
      leftOut: [],
    })
  })

  test('without a text of their own are said', () => {
    expect(convert('<!-- wp:latest-posts {"postsToShow":5} /-->').leftOut).toEqual([
      'block latest-posts: it is made anew on each visit, and has no text of its own',
    ])
    expect(convert('<!-- wp:block {"ref":8} /-->').leftOut).toEqual([
      'block 8: a shared block that is not in the export',
    ])
  })
})

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
