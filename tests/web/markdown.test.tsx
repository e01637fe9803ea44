import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../web/theme/global.css'
import { LazyMarkdown } from '../../web/markdown/lazy-markdown.tsx'
import Markdown from '../../web/markdown/markdown.tsx'
import { PlainOnError } from '../../web/markdown/plain-on-error.tsx'

const roots: Root[] = []

function mount(content: ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  flushSync(() => root.render(content))
  return place
}

const show = (text: string, id = 'post-1') => mount(<Markdown text={text} id={id} />)
const press = (element: Element | null | undefined) => flushSync(() => (element as HTMLElement).click())
const hrefOf = (text: string) => show(text).querySelector('a')?.getAttribute('href') ?? ''
const foreignRequests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== location.origin)

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  document.body.replaceChildren()
  performance.clearResourceTimings()
})

describe('a post with everything', () => {
  it('has tables, strikethrough, task lists, autolinks and footnotes', () => {
    const post = show(
      'Ana ~~no~~ vino[^1] a www.example.org\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] pan\n- [ ] vino\n\n[^1]: O sí.',
    )
    expect(post.querySelector('del')?.textContent).toBe('no')
    expect(post.querySelector('a[href="http://www.example.org"]')).not.toBeNull()
    expect([...post.querySelectorAll('td')].map((cell) => getComputedStyle(cell).textAlign)).toEqual([
      'center',
      'right',
    ])
    expect([...post.querySelectorAll('input')].map((box) => [box.checked, box.disabled, box.ariaLabel])).toEqual([
      [true, true, 'Tarea hecha'],
      [false, true, 'Tarea pendiente'],
    ])
    expect(post.querySelector('[data-footnotes] h2')?.textContent).toBe('Notas')
    expect(post.querySelector('[data-footnote-backref]')?.ariaLabel).toBe('Volver a la referencia 1')
  })

  it('lets the keyboard scroll wide tables and long code, inside themselves', () => {
    const post = show(`| ${'ancho | '.repeat(60)}\n|${'-|'.repeat(60)}\n\n\`\`\`\n${'x '.repeat(400)}\n\`\`\``)
    const region = post.querySelector('section.table-scroll')
    expect(region?.getAttribute('aria-label')).toBe('Tabla 1: ancho, ancho, ancho, ancho, ancho, ancho')
    for (const scroller of [region, post.querySelector('pre')]) {
      expect((scroller as HTMLElement).tabIndex).toBe(0)
      expect(scroller?.scrollWidth).toBeGreaterThan(scroller?.clientWidth ?? 0)
    }
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
  })

  it('breaks a word that is wider than the page', () => {
    show(`Esto es ${'larguísimo'.repeat(300)} y \`${'x'.repeat(3000)}\` y https://example.org/${'a'.repeat(3000)}`)
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
  })

  it("starts its headings under the page's own, and skips no level", () => {
    const post = show('### uno\n\n##### dos\n\n## tres\n\n# cuatro\n\n###### cinco\n\nseis\n====')
    expect(
      [...post.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName, textContent }) => tagName + textContent),
    ).toEqual(['H2uno', 'H3dos', 'H2tres', 'H2cuatro', 'H3cinco', 'H2seis'])
  })

  it('starts them one level lower in a comment', () => {
    const comment = mount(<Markdown text={'# uno[^1]\n\n[^1]: a'} id="comment-1" level={4} />)
    expect([...comment.querySelectorAll('h4')].map(({ textContent }) => textContent)).toEqual(['uno1', 'Notas'])
  })

  it('keeps the footnotes of two texts on one page apart', () => {
    const text = 'Uno[^a] y dos[^a].\n\n[^a]: Nota'
    show(text, 'post-1')
    show(text, 'comment-7')
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^user-content-(post-1|comment-7)-/.test(id))).toBe(true)
    for (const reference of document.querySelectorAll('[data-footnote-ref], [data-footnote-backref]')) {
      const target = document.getElementById(reference.getAttribute('href')?.slice(1) ?? '')
      expect(target?.closest('main')).toBe(reference.closest('main'))
    }
    for (const reference of document.querySelectorAll('[aria-describedby]')) {
      expect(document.getElementById(reference.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Notas')
    }
    expect([...document.querySelectorAll('[data-footnote-backref]')].map((link) => link.ariaLabel).slice(0, 2)).toEqual(
      ['Volver a la referencia 1', 'Volver a la referencia 1-2'],
    )
  })
})

describe('a link', () => {
  it('elsewhere opens a new tab that learns nothing of us', () => {
    const link = show('[a](https://example.org/x)').querySelector('a')
    expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
  })

  it.each(['/blog/1', '#nota', '?a=1', 'otra', `${location.origin}/files`])(
    'to our own %s stays in the tab',
    (address) => {
      const link = show(`[a](${address})`).querySelector('a')
      expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([address, '', ''])
    },
  )

  it.each([
    'http://a.example/',
    'https://a.example/',
    'irc://a.example/b',
    'ircs://a.example/b',
    'mailto:ana@a.example',
    'xmpp:ana@a.example',
    'HTTPS://a.example/',
  ])('to %s is kept', (address) => expect(hrefOf(`[x](${address})`)).toBe(address))

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](java&Tab;script:alert(1))',
    '[x](java&NewLine;script:alert(1))',
    '[x](\x01javascript:alert(1))',
    '[x](&#1;javascript:alert(1))',
    '[x](&#x6A;avascript&colon;alert(1))',
    '[x](javascript&#58;alert(1))',
    '[x](<  javascript:alert(1)>)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](vbscript:msgbox(1))',
    '[x](blob:https://a.example/1)',
    '[x](file:///etc/passwd)',
    '[a](file:javascript:alert(1))',
    '[x](tel:123)',
    '[x](view-source:https://a.example)',
    '[x](//evil.example)',
    '[x](///evil.example)',
  ])('of another scheme or to a host without one is emptied: %s', (text) => {
    const post = show(text)
    expect(post.querySelector('a')?.getAttribute('href') ?? '').toBe('')
    expect(post.querySelector('[href]')).toBeNull()
    expect(post.textContent).not.toBe('')
  })

  it.each(['/\\evil.example', '\\\\\\\\evil.example', '/\t/evil.example', '&#92;&#92;evil.example'])(
    'can hide no host behind backslashes or tabs: %s',
    (address) => {
      const link = show(`[x](<${address}>)`).querySelector('a')
      expect(link?.href && new URL(link.href).origin).toBeOneOf(['', location.origin])
    },
  )

  it.each([
    ['ana.perez_2@example.org', 'mailto:ana.perez_2@example.org'],
    ['https://example.org/a_b_c*d*?e=f&g', 'https://example.org/a_b_c*d*?e=f&g'],
    ['(www.example.org/x)', 'http://www.example.org/x'],
  ])('is made of an address in the text: %s', (text, address) => expect(hrefOf(`Hola ${text}.`)).toBe(address))

  it('keeps quotes within its attribute', () => {
    const post = show('[a](x "t\\" onmouseover=alert(1)") ![a" onerror="alert(1)](x)')
    expect(post.querySelector('a')?.title).toBe('t" onmouseover=alert(1)')
    expect(
      [...post.querySelectorAll('*')].flatMap((node) => node.getAttributeNames()).filter((name) => /^on/.test(name)),
    ).toEqual([])
  })
})

describe('HTML in a text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<base href="https://evil.example/">',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<form action="https://evil.example"><input name=a></form>',
    '<style>@import "https://evil.example"</style>',
    '<link rel=stylesheet href="https://evil.example">',
    '<object data="https://evil.example"></object>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<!-- nota -->',
    '<details><summary>a</summary></details>',
  ])('is read as it was typed: %s', (html) => {
    for (const text of [html, `Ana dice ${html} y se va`]) {
      const post = show(text)
      expect(post.textContent).toContain(html)
      const tags = [...post.querySelectorAll('*')].map(({ localName }) => localName)
      expect(tags.filter((tag) => !['div', 'p', 'a'].includes(tag))).toEqual([])
    }
  })

  it('keeps its lines', () => {
    expect(show('<div>\n  a\n</div>').querySelector('p')?.innerText).toBe('<div>\n  a\n</div>')
  })

  it.each(['```"><script>alert(1)</script>\na\n```', '| <b>a</b> |\n|:-"><script>|', 'a[^"><img>]\n\n[^"><img>]: b'])(
    'is text in the corners of the syntax too: %s',
    (text) => expect(show(text).querySelector('script, img, b')).toBeNull(),
  )

  it.each(['location', '__proto__', 'getElementById', 'root', 'constructor'])(
    'can take no name of ours: %s',
    (name) => {
      const post = show(`# ${name}\n\na[^${name}]\n\n[^${name}]: b`)
      expect(post.querySelectorAll('[id]').length).toBeGreaterThan(0)
      for (const { id } of post.querySelectorAll('[id]')) expect(id).toMatch(/^user-content-post-1-/)
      expect(post.querySelector('[name]')).toBeNull()
      expect(document.getElementById(name)).toBeNull()
    },
  )

  it.each(['{{file:../../x|a}}', '{{file:XYZ|<img onerror>}}', `${'{{post:1|'.repeat(1000)}a`, '{{file:'.repeat(5000)])(
    'and link tokens that mean nothing are text: %.30s',
    (text) => {
      const post = show(text)
      expect(post.textContent).toBe(text)
      expect(post.querySelector('img, a')).toBeNull()
    },
  )
})

describe('an image', () => {
  it('of our own is shown at once, lazily, no higher than 500 px', () => {
    const image = show('![Un faro](/faro.png "El faro")').querySelector('img')
    expect([image?.alt, image?.title, image?.loading, image?.decoding]).toEqual(['Un faro', 'El faro', 'lazy', 'async'])
    expect(getComputedStyle(image as Element).maxHeight).toBe('500px')
  })

  it('of another host is loaded only when somebody asks for it', () => {
    const post = show('Hola ![Estado](https://img.shields.example/a.svg) ya')
    expect(post.querySelector('img')).toBeNull()
    const button = post.querySelector('button')
    expect(button?.innerText).toMatch(/Estado\s*Imagen de img\.shields\.example — toca para ver/)
    expect(button?.offsetHeight).toBeLessThan(32)
    expect(foreignRequests()).toEqual([])
    press(button)
    expect(post.querySelector('img')?.src).toBe('https://img.shields.example/a.svg')
    expect(post.querySelector('button')).toBeNull()
  })

  it('that has a paragraph for itself has a place that is easy to see', () => {
    const button = show('![Faro](https://a.example/b.png)').querySelector('button')
    expect(button?.offsetHeight).toBeGreaterThan(80)
  })

  it('over plain http is not loaded here, as the policy of the page refuses it', () => {
    const post = show('![a](http://a.example/b.png)')
    expect(post.querySelector('img, button')).toBeNull()
    expect(post.querySelector('a')?.href).toBe('http://a.example/b.png')
  })

  it.each(['/no-hay.png', 'https://no-hay.invalid/a.png'])(
    'that can not be loaded (%s) is a link to where it is',
    async (address) => {
      const post = show(`![Faro](${address})`)
      press(post.querySelector('button') ?? post)
      await expect.poll(() => post.querySelector('a')?.getAttribute('href')).toBe(address)
      const link = post.querySelector('a')
      expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
      expect(link?.textContent).toContain('no se pudo cargar')
      expect(post.querySelector('img')).toBeNull()
    },
  )

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'blob:x', 'file:///a', '//evil.example/a.png'])(
    'of a refused address (%s) leaves its words',
    (address) => {
      const post = show(`![Faro](<${address}>)`)
      expect(post.querySelector('[src], [href], button')).toBeNull()
      expect(post.textContent).toContain('Faro')
    },
  )

  it('in a link has its button beside the link, never inside', () => {
    const post = show('[![Estado](https://img.example/a.svg)](https://ci.example/)')
    expect(post.querySelector('a button, a a, button a')).toBeNull()
    expect(post.querySelector('a')?.href).toBe('https://ci.example/')
    expect(post.querySelector('a')?.textContent).toContain('Estado')
    expect(post.querySelector('img')).toBeNull()
    expect(post.querySelector('button')?.ariaLabel).toBe('Ver la imagen de img.example')
    press(post.querySelector('button'))
    expect(post.querySelector('a img')?.getAttribute('src')).toBe('https://img.example/a.svg')
    expect(post.querySelector('button')).toBeNull()
  })
})

describe('a YouTube link', () => {
  it('alone in its paragraph is a 16:9 player that asks YouTube for nothing until it is pressed', () => {
    const post = show('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s')
    expect(post.querySelector('iframe, img')).toBeNull()
    const screen = post.querySelector('button')?.parentElement as HTMLElement
    expect(screen.offsetWidth / screen.offsetHeight).toBeCloseTo(16 / 9, 1)
    expect(foreignRequests()).toEqual([])
    expect(post.querySelector('button')?.textContent).toBe('Reproducir: Vídeo de YouTubeyoutube.com')
    press(post.querySelector('button'))
    const frame = post.querySelector('iframe')
    expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=65')
    expect(frame?.title).toBe('Vídeo de YouTube')
    expect(frame?.sandbox.contains('allow-scripts')).toBe(true)
    expect(frame?.sandbox.contains('allow-top-navigation')).toBe(false)
    expect(frame?.referrerPolicy).toBe('strict-origin-when-cross-origin')
    expect(frame?.allowFullscreen).toBe(true)
  })

  it('to a Short says so', () => {
    const post = show('[El faro](https://youtube.com/shorts/dQw4w9WgXcQ)')
    expect(post.querySelector('button')?.textContent).toContain('El faro (Short)')
  })

  it('in a sentence stays there, and its player follows', () => {
    const post = show(
      'Mira [esto](https://youtu.be/dQw4w9WgXcQ) y [otro](https://youtube.com/shorts/aaaaaaaaaaa), Ana.',
    )
    expect(post.querySelector('p')?.textContent).toBe('Mira esto y otro (Short), Ana.')
    expect([...post.querySelectorAll('p ~ div button')].map(({ textContent }) => textContent)).toEqual([
      'Reproducir: estoyoutube.com',
      'Reproducir: otro (Short)youtube.com',
    ])
  })

  it('in a title or a table is a link', () => {
    const post = show('# https://youtu.be/dQw4w9WgXcQ\n\n| https://youtu.be/dQw4w9WgXcQ |\n|-|')
    expect(post.querySelectorAll('a').length).toBe(2)
    expect(post.querySelector('button')).toBeNull()
  })

  it.each([
    '[v](<https://www.youtube.com/watch?v="><svg onload=alert(1)>>)',
    '[v](https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ)',
    '[v](https://youtu.be/../../x)',
    '[v](https://youtube.com/embed/..%2f..)',
    '[v](javascript://youtube.com/%0aalert(1))',
    '[v](https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ)',
  ])('that only looks like one is no player: %s', (text) => {
    expect(show(text).querySelector('button, iframe, svg')).toBeNull()
  })
})

describe('a text that can not be rendered', () => {
  it('is shown as it was typed', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    function Broken(): ReactNode {
      throw new Error('broken')
    }
    const text = '# Hola\n\n*Ana*'
    expect(
      mount(
        <PlainOnError text={text}>
          <Broken />
        </PlainOnError>,
      ).innerText.trim(),
    ).toBe(text)
    vi.restoreAllMocks()
  })

  it('holds its place while the renderer is on its way', async () => {
    const post = mount(<LazyMarkdown text="*Ana*" id="post-1" />)
    await expect.poll(() => post.querySelector('em')?.textContent).toBe('Ana')
  })
})
