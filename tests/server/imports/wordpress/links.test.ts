// Pictures, files, links and shortcodes in texts of WordPress.
import { describe, expect, test } from 'vitest'
import { convert, faro, id, mar, markdownOf } from './convert.ts'

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
