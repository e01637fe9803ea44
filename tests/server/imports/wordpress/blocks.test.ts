// Blocks of WordPress's editor as the Markdown that people here write.
import { describe, expect, test } from 'vitest'
import { convert, faro, id, mar, markdownOf } from './convert.ts'

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
