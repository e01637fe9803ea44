import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import '../../../web/theme/global.css'
import { LazyMarkdown, PlainOnError } from '../../../web/markdown/lazy-markdown.tsx'
import Markdown from '../../../web/markdown/markdown.tsx'
import { mount } from '../../support/web/mount.ts'
import { externalRequests, press, show } from './mount-markdown.tsx'

describe('a Markdown text', () => {
  it('can have tables, strikethrough, task lists, autolinks and footnotes', () => {
    const post = show(
      'Ana ~~no~~ vino[^1] a www.example.org\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] pan\n- [ ] vino\n\n[^1]: O sí.',
    )
    expect(post.querySelector('del')?.textContent).toBe('no')
    expect(post.querySelector('a[href="http://www.example.org"]')).not.toBeNull()
    const aligned = [...post.querySelectorAll('td')].map((cell) => getComputedStyle(cell).textAlign)
    expect(aligned).toEqual(['center', 'right'])
    expect([...post.querySelectorAll('input')].map((box) => [box.checked, box.disabled, box.ariaLabel])).toEqual([
      [true, true, 'Tarea hecha'],
      [false, true, 'Tarea pendiente'],
    ])
    expect(post.querySelector('[data-footnotes] h2')?.textContent).toBe('Notas')
    expect(post.querySelector('[data-footnote-backref]')?.ariaLabel).toBe('Volver a la referencia 1')
  })

  it('has wide tables and long code that scroll by keyboard, and breaks words wider than the page, which stays as wide as it is', () => {
    const post = show(`| ${'ancho | '.repeat(60)}\n|${'-|'.repeat(60)}\n\n\`\`\`\n${'x '.repeat(400)}\n\`\`\``)
    const region = post.querySelector('section.table-scroll')
    expect(region?.getAttribute('aria-label')).toBe('Tabla 1: ancho, ancho, ancho, ancho, ancho, ancho')
    for (const scroller of [region, post.querySelector('pre')]) {
      expect((scroller as HTMLElement).tabIndex).toBe(0)
      expect(scroller?.scrollWidth).toBeGreaterThan(scroller?.clientWidth ?? 0)
    }
    show(`Esto es ${'larguísimo'.repeat(300)} y \`${'x'.repeat(3000)}\` y https://example.org/${'a'.repeat(3000)}`)
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
  })

  it("has headings one level below the page's own, with no level skipped, and from level 4 on in a comment", () => {
    const post = show('### uno\n\n##### dos\n\n## tres\n\n# cuatro\n\n###### cinco\n\nseis\n====')
    expect(
      [...post.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName, textContent }) => tagName + textContent),
    ).toEqual(['H2uno', 'H3dos', 'H2tres', 'H2cuatro', 'H3cinco', 'H2seis'])
    const { place } = mount(<Markdown text={'# uno[^1]\n\n[^1]: a'} id="comment-1" level={4} />)
    expect([...place.querySelectorAll('h4')].map(({ textContent }) => textContent)).toEqual(['uno1', 'Notas'])
  })

  it('has links to its own headings and footnotes, not to those of another text on the page', () => {
    const text = '[Ir](#mi-sección)\n\n# Mi sección\n\nUno[^a] y dos[^a].\n\n[^a]: Nota'
    show(text, 'post-1')
    show(text, 'comment-7')
    const links = [...document.querySelectorAll('a')].filter(({ textContent }) => textContent === 'Ir')
    for (const link of links) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      expect([target?.textContent, target?.closest('main')]).toEqual(['Mi sección', link.closest('main')])
    }
    expect(links).toHaveLength(2)
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
    const back = [...document.querySelectorAll('[data-footnote-backref]')].map((link) => link.ariaLabel)
    expect(back.slice(0, 2)).toEqual(['Volver a la referencia 1', 'Volver a la referencia 1-2'])
  })
})

describe('an image', () => {
  it('of this site is shown without asking, lazily, at most 500 px high', () => {
    const image = show('![Un faro](/faro.png "El faro")').querySelector('img')
    expect([image?.alt, image?.title, image?.loading, image?.decoding]).toEqual(['Un faro', 'El faro', 'lazy', 'async'])
    expect(getComputedStyle(image as Element).maxHeight).toBe('500px')
  })

  it('of another host is loaded only after its button is pressed, which is large if it is alone in its paragraph', () => {
    const post = show('Hola ![Estado](https://img.shields.example/a.svg) ya')
    expect(post.querySelector('img')).toBeNull()
    const button = post.querySelector('button')
    expect(button?.innerText).toMatch(/Estado\s*Imagen de img\.shields\.example — toca para ver/)
    expect(button?.offsetHeight).toBeLessThan(32)
    expect(show('![Faro](https://a.example/b.png)').querySelector('button')?.offsetHeight).toBeGreaterThan(80)
    expect(externalRequests()).toEqual([])
    press(button)
    expect(post.querySelector('img')?.src).toBe('https://img.shields.example/a.svg')
    expect(post.querySelector('button')).toBeNull()
  })

  it('over plain http is a link, as the content security policy refuses it', () => {
    const post = show('![a](http://a.example/b.png)')
    expect(post.querySelector('img, button')).toBeNull()
    expect(post.querySelector('a')?.href).toBe('http://a.example/b.png')
  })

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'blob:x', 'file:///a', '//evil.example/a.png'])(
    'with a forbidden URL (%s) leaves its alternative text',
    (address) => {
      const post = show(`![Faro](<${address}>)`)
      expect(post.querySelector('[src], [href], button')).toBeNull()
      expect(post.textContent).toContain('Faro')
    },
  )

  it('in a link has its button next to the link, never inside', () => {
    const post = show('[![Estado](https://img.example/a.svg)](https://ci.example/)')
    expect(post.querySelector('a button, a a, button a')).toBeNull()
    expect(post.querySelector('a')?.href).toBe('https://ci.example/')
    expect(post.querySelector('a')?.textContent).toContain('Estado')
    expect(post.querySelector('img')).toBeNull()
    expect(post.querySelector('button')?.ariaLabel).toBe('Ver la imagen de img.example')
    press(post.querySelector('button'))
    expect(post.querySelector('a img')?.getAttribute('src')).toBe('https://img.example/a.svg')
    expect(post.querySelector('button')).toBeNull()
    expect(document.activeElement).toBe(post.querySelector('a'))
  })
})

describe('a text that cannot be rendered', () => {
  it('is shown as typed', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    function Broken(): ReactNode {
      throw new Error('broken')
    }
    const text = '# Hola\n\n*Ana*'
    const { place } = mount(
      <PlainOnError text={text}>
        <Broken />
      </PlainOnError>,
    )
    expect(place.innerText.trim()).toBe(text)
    vi.restoreAllMocks()
  })

  it('is shown as soon as the renderer is loaded', async () => {
    const { place } = mount(<LazyMarkdown text="*Ana*" id="post-1" />)
    await expect.poll(() => place.querySelector('em')?.textContent).toBe('Ana')
  })
})
