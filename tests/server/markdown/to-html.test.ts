import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toHtml } from '../../../server/markdown/to-html.ts'
import { hostile } from '../../../tools/hostile-markdown.ts'
import { inFull } from '../../support/in-full.ts'

const faro = 'a'.repeat(32)
const cuento = 'b'.repeat(32)

const addresses = {
  target: (kind: string, id: string) =>
    kind === 'file' && id === faro
      ? { href: '../archivo/faro.jpg', title: 'faro.jpg', picture: '../archivo/faro.jpg' }
      : kind === 'post' && id === cuento
        ? { href: '2024/cuento.html', title: 'El cuento' }
        : undefined,
  link: (url: string) => (url.startsWith('/') ? undefined : url),
  image: (url: string) => (url === '/faro.png' ? '../archivo/faro.png' : undefined),
}

const fieldText = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/field', name), 'utf8')

const html = (text: string, level?: number) => toHtml(text, { id: 'post-1', level, addresses })

describe('a Markdown text becomes HTML', () => {
  test('with tables, strikethrough, task lists, autolinks and footnotes', () => {
    const page = html(
      'Ana ~~no~~ vino[^1] a www.example.org\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] pan\n\n[^1]: O sí.',
    )
    expect(page).toContain('<del>no</del>')
    expect(page).toContain('<a href="http://www.example.org" rel="noopener noreferrer nofollow">www.example.org</a>')
    expect(page).toContain('<section class="table-scroll" tabindex="0" aria-label="Tabla 1: a, b"><table>')
    expect(page).toContain('<td align="center">1</td>')
    expect(page).toMatch(/<input type="checkbox" checked disabled aria-label="Tarea hecha">/)
    expect(page).toContain('<h2 id="user-content-post-1-footnote-label">Notas</h2>')
    expect(page).toContain('href="#user-content-post-1-fn-1"')
    expect(page).toContain('aria-label="Volver a la referencia 1"')
  })

  test('with addresses that end before closing signs, as Spanish prose has them', () => {
    const page = html(fieldText('enlaces-junto-a-signos.md'))
    const link = '<a href="https://ejemplo.es/nota" rel="noopener noreferrer nofollow">https://ejemplo.es/nota</a>'
    expect(page).toContain(`<p>Lo leí en «${link}» ayer.</p>`)
    expect(page).toContain(`<p>Véase “${link}”, mira ${link}… y —${link}— dijo.</p>`)
    expect(page).toContain('<p class="video"><a href="https://youtu.be/dQw4w9WgXcQ"')
    // the end of somebody's e-mail address is somebody else's
    expect(page).toContain('<p>Escribe a muñoz@correo.es o a ana.lópez@correo.es.</p>')
    expect(html('Escribe a ana@correo.es.')).toBe('<p>Escribe a <a href="mailto:ana@correo.es">ana@correo.es</a>.</p>')
  })

  test.each([
    [
      'https://es.wikipedia.org/wiki/Alejandría_(Egipto).',
      'https://es.wikipedia.org/wiki/Alejandr%C3%ADa_(Egipto)',
      '.',
    ],
    ['https://a.example/__init__.py y', 'https://a.example/__init__.py', ' y'],
    ['https://a.example/?x=1&copy=2)', 'https://a.example/?x=1&#x26;copy=2', ')'],
    ['www.a.example, y', 'http://www.a.example', ', y'],
  ])('whose address in %j ends where it should', (text, href, rest) => {
    const page = html(text)
    expect(page).toContain(`<p><a href="${href}"`)
    expect(page.endsWith(`</a>${rest}</p>`), page).toBe(true)
  })

  test('with the marks of a Mac: hard spaces, a single tilde, a footnote named with ñ', () => {
    const page = html(fieldText('texto-de-mac-y-tildes.md'))
    expect(page).toContain('>Título tecleado en un Mac</h2>\n<ul>\n<li>uno</li>\n<li>dos</li>\n</ul>')
    expect(page).toContain('<p>De 10~12 y de 15~20 personas.</p>')
    expect(page).toContain('<a href="#user-content-post-1-fn-a%C3%B1o" id="user-content-post-1-fnref-a%C3%B1o"')
    expect(page).toContain('<a href="#user-content-post-1-fnref-a%C3%B1o"')
    const tasks = html('- [\u00a0] pan\n- [ ]\u00a0vino\n\n|\u00a0a\u00a0|\n|\u00a0---\u00a0|\n|\u00a0b\u00a0|')
    expect(tasks.match(/<input type="checkbox"/g)).toHaveLength(2)
    expect(tasks.match(/<t[hd]>/g)).toEqual(['<th>', '<td>'])
  })

  test("with its headings below the page's own, and links to them, repeated ones by their number, none to others", () => {
    const id = 'user-content-post-1-h-'
    expect(html('# uno\n\n### dos')).toBe(`<h2 id="${id}uno">uno</h2>\n<h3 id="${id}dos">dos</h3>`)
    expect(html('# uno', 4)).toBe(`<h4 id="${id}uno">uno</h4>`)
    const page = html(
      '[a](#mi-sección) [b](#Mi-secci%C3%B3n-1) [c](#mi-sección-1-1) [d](#fn-1) [e](#otra) [f](#%E1)\n\n' +
        '# Mi *sección*\n\n## ¡Mi sección!\n\n## Mi sección 1\n\n## Fn 1\n\nVino[^1].\n\n[^1]: Ana.',
    )
    expect([...page.matchAll(/<h\d id="([^"]+)"/g)].map(([, own]) => own?.replace(id, ''))).toEqual([
      ...['mi-sección', 'mi-sección-1', 'mi-sección-1-1', 'fn-1', 'user-content-post-1-footnote-label'],
    ])
    expect(page).toContain(
      `<p><a href="#${id}mi-sección">a</a> <a href="#${id}mi-sección-1">b</a> <a href="#${id}mi-sección-1-1">c</a> ` +
        `<a href="#${id}fn-1">d</a> <span>e</span> <span>f</span></p>`,
    )
  })

  test('with its HTML as text, and no way out of an attribute', () => {
    const page = html('<script>alert(1)</script>\n\nHola <b onclick="x()">Ana</b> &amp; `<i>`')
    expect(page).not.toMatch(/<(script|b|i)\b/)
    expect(page).toContain('&#x3C;script>alert(1)&#x3C;/script>')
    expect(page).toContain('&#x3C;b onclick="x()">Ana')
    const left = html('[a](https://x.example/"onmouseover=alert`1` "a\\" onclick=\\"b") ![" onerror="c](/faro.png)')
    const attributes = [...left.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, name]) => name)
    expect(new Set(attributes)).toEqual(new Set(['href', 'title', 'rel', 'src', 'alt', 'loading']))
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/a',
    '/blog/drafts',
    '#no-such-place',
  ])('without the address of a link or image to %s', (address) => {
    const page = html(`[Hola](<${address}>) ![Foto](<${address}>)\n\n[uno]\n\n[uno]: <${address}>`)
    expect(page).not.toMatch(/ (href|src)=/)
    expect(page).toContain('Hola')
    expect(page).toContain('Foto')
  })

  test('with an image where its file is, as a link where it is elsewhere, and with a YouTube link as one with its title', () => {
    expect(html('![El faro](/faro.png "De día")')).toBe(
      '<p><img src="../archivo/faro.png" alt="El faro" title="De día" loading="lazy" data-alone></p>',
    )
    expect(html('![El faro](https://x.example/f.png)')).toBe(
      '<p><a href="https://x.example/f.png" rel="noopener noreferrer nofollow" class="image-elsewhere">El faro</a></p>',
    )
    expect(html('[![Estado](https://x.example/a.svg)](https://ci.example/)')).toBe(
      '<p><a href="https://ci.example/" rel="noopener noreferrer nofollow"><span class="image-elsewhere">Estado</span></a></p>',
    )
    expect(html('[Un paseo](https://youtu.be/abcdefghijk)')).toBe(
      '<p class="video"><a href="https://youtu.be/abcdefghijk" rel="noopener noreferrer nofollow">Un paseo</a></p>',
    )
    expect(html('https://www.youtube.com/shorts/abcdefghijk')).toContain('>Vídeo de YouTube (Short)</a>')
  })

  test('and is as typed where it costs too much', () => {
    const page = html(`*uno*\n\n${'|a'.repeat(30_000)}`)
    expect(page).toContain('<em>uno</em>')
    expect(page).toContain('El resto del texto se muestra sin formato.')
  })

  // what isn't bounded takes minutes, longer than a test may; the bound itself has all of them: tests/web/markdown/budget
  test.each(Object.keys(hostile).filter((_, index) => index % inFull(1, 5) === 0))(
    'and 100,000 hostile characters have an end (%s)',
    (name) => {
      expect(html((hostile[name] as (size: number) => string)(100_000))).not.toContain('<script')
    },
  )
})

describe('a picture of the archive', () => {
  const sized = { href: '../archivo/faro.jpg', title: 'faro.jpg', picture: '../miniaturas/faro.webp' }
  const withSize = (width: number, height: number) => (text: string) =>
    toHtml(text, { id: 'post-1', addresses: { ...addresses, target: () => ({ ...sized, size: { width, height } }) } })

  test('is shown wherever it is in the text, not higher than 500 pixels, and leads to its file', () => {
    const shown = (size: string, alt: string, more = '') =>
      `<a href="../archivo/faro.jpg" class="picture"><img src="../miniaturas/faro.webp" alt="${alt}"${more} ${size} loading="lazy"></a>`
    expect(
      withSize(3000, 4000)(`Mira ![El *faro*](FILE:${faro.toUpperCase()} "De día") y ![][f]\n\n[f]: file:${faro}`),
    ).toBe(
      `<p>Mira ${shown('width="375" height="500"', 'El faro', ' title="De día"')} y ${shown('width="375" height="500"', 'faro.jpg')}</p>`,
    )
    expect(withSize(40, 30)(`{{file:${faro}|El faro}}`)).toContain(
      'alt="" width="40" height="30" loading="lazy"><span>',
    )
    expect(html(`![](file:${faro})`)).toContain('<img src="../archivo/faro.jpg" alt="faro.jpg" loading="lazy"></a>')
  })

  test('in a link leads where that does, and one that is gone, or is no picture, is as a link to it', () => {
    expect(html(`[![El faro](file:${faro})](https://faro.example/)`)).toBe(
      '<p><a href="https://faro.example/" rel="noopener noreferrer nofollow"><img src="../archivo/faro.jpg" alt="El faro" loading="lazy"></a></p>',
    )
    expect(html(`[![El plano](file:${cuento})](https://faro.example/)`)).toContain(
      'nofollow"><span>El plano</span></a>',
    )
    expect(html(`![El plano](file:${cuento})`)).toBe('<p><span class="not-found">El plano (file not found)</span></p>')
    const notes = { ...addresses, target: () => ({ href: 'notas.txt', title: 'notas.txt' }) }
    expect(toHtml(`![Las *notas*](file:${faro}) ![](file:${faro})`, { id: 'post-1', addresses: notes })).toBe(
      '<p><a href="notas.txt" class="file-link">Las notas</a> <a href="notas.txt" class="file-link">notas.txt</a></p>',
    )
    expect(html(`![no](file:${faro.slice(1)}/x) \`![no](file:${faro})\``)).not.toContain('<img')
  })
})

describe('a link token', () => {
  test('leads to its file or post, shows a picture that stands alone, and without a target says so', () => {
    expect(html(`Mira {{file:${faro}|el faro}} y {{POST:${cuento.toUpperCase()}|}}.`)).toBe(
      '<p>Mira <a href="../archivo/faro.jpg" class="file-link">el faro</a> y <a href="2024/cuento.html" class="post-link">El cuento</a>.</p>',
    )
    expect(html(`Mira [*el* faro](file:${faro}) ya`)).toContain(
      '<a href="../archivo/faro.jpg" class="file-link"><em>el</em> faro</a>',
    )
    expect(html(`{{file:${faro}|El faro}}`)).toBe(
      '<p><a href="../archivo/faro.jpg" class="picture"><img src="../archivo/faro.jpg" alt="" loading="lazy"><span>El faro</span></a></p>',
    )
    expect(html(`{{file:${cuento}|el plano}} {{post:${faro}|la carta}} {{file:12|x}}`)).toBe(
      '<p><span class="not-found">el plano (file not found)</span> <span class="not-found">la carta (post not found)</span> <span class="not-found">x (file not found)</span></p>',
    )
  })

  test('stays as typed in code, keeps its cell in a table, is its label in a link, and a label with HTML is as typed', () => {
    expect(html(`\`{{file:${faro}|x}}\``)).toBe(`<p><code>{{file:${faro}|x}}</code></p>`)
    expect(html(`| a | b |\n|-|-|\n| {{file:${faro}|x}} | c |`)).toContain('class="file-link">x</a></td>\n<td>c</td>')
    expect(html(`[ver {{file:${faro}|x}}](https://y.example/)`)).toContain('nofollow">ver x</a>')
    expect(html(`{{file:${faro}|<img src=x onerror=1> "&}} ya`)).toContain('>&#x3C;img src=x onerror=1> "&#x26;</a>')
  })
})
