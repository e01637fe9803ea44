import { afterEach, describe, expect, it, vi } from 'vitest'
import Markdown from '../../../web/markdown/markdown.tsx'
import { mount } from '../../support/web/mount.ts'
import { externalRequests, press } from './mount-markdown.tsx'

const postId = '0123456789abcdef0123456789abcdef'
const drawing = '/tests/fixtures/dibujo.png'
const photo = '/tests/fixtures/foto.jpg'

function show(text: string, id = postId) {
  const { render, ...mounted } = mount(<Markdown text={text} id={id} />)
  return { ...mounted, render: (text: string, id: string) => render(<Markdown text={text} id={id} />) }
}

const buttonOf = (place: Element, name: string | RegExp) =>
  [...place.querySelectorAll<HTMLElement>('button, [role=button]')].find((one) => {
    const words = one.ariaLabel ?? one.textContent
    return typeof name === 'string' ? words === name : name.test(words)
  })
const large = (name: string) => {
  const place = document.querySelector('main') as Element
  return expect.poll(() => buttonOf(place, name)).toBeDefined()
}

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('images of other hosts', () => {
  const two =
    '![a](https://uno.invalid/a.png) y ![b](https://dos.invalid/b.png)\n\n![c](/c.png) ![d](http://tres.invalid/d)'

  const count = (place: Element) => place.querySelectorAll(`img[src^="https:"]`).length

  it('are counted above the text, by host or in total if they are of many, and not requested', () => {
    const { place } = show(two)
    expect(place.textContent).toContain('2 imágenes de otros sitios: uno.invalid y dos.invalid.')
    expect(place.querySelectorAll('[src^="https:"]').length).toBe(0)
    const many = show(Array.from({ length: 40 }, (_, n) => `![x](https://h${n % 20}.invalid/${n})`).join('\n\n'))
    const counted = '40 imágenes de otros sitios: h0.invalid, h1.invalid, h2.invalid y 17 más.'
    expect(many.place.textContent).toContain(counted)
    expect(externalRequests()).toEqual([])
    expect(localStorage.length).toBe(0)
  })

  it.each(['![a](/a.png) [b](https://uno.invalid)', '![a](//uno.invalid/a.png)', '`![a](https://uno.invalid/a.png)`'])(
    'have no bar in a text without such images: %s',
    (text) => expect(buttonOf(show(text).place, 'Mostrar las imágenes')).toBeUndefined(),
  )

  it('are shown one by one or together, which is remembered for this text only, and hidden again', () => {
    const first = show(two)
    press(buttonOf(first.place, /^a/))
    expect(count(first.place)).toBe(1)
    expect(localStorage.length).toBe(0)
    press(buttonOf(first.place, 'Mostrar las imágenes'))
    press(buttonOf(first.place, 'No mostrar más'))
    expect(count(first.place)).toBe(0)
    const consent = buttonOf(first.place, 'Mostrar las imágenes')
    consent?.focus()
    press(consent)
    expect(document.activeElement).toBe(buttonOf(first.place, 'No mostrar más'))
    expect(first.place.textContent).toContain('La próxima vez también se mostrarán.')
    expect(count(first.place)).toBe(2)
    expect({ ...localStorage }).toEqual({ [`images ${postId}`]: '1' })
    first.leave()

    const again = show(two)
    expect(count(again.place)).toBe(2)
    press(buttonOf(again.place, 'No mostrar más'))
    expect(count(again.place)).toBe(0)
    expect(localStorage.length).toBe(0)
    again.leave()
    expect(count(show(two).place)).toBe(0)
  })

  it('of one text are never shown because the reader consented to those of another', async () => {
    const agreed = postId.replace('0', 'f')
    localStorage.setItem(`images ${agreed}`, '1')
    const { place, render } = show(two)
    render('![e](https://cinco.invalid/e.png)', agreed)
    expect(place.querySelector('img[src*="uno.invalid"]')).toBeNull() // the previous text is still shown for a moment
    await expect.poll(() => buttonOf(place, 'No mostrar más')).toBeDefined()
    expect(place.textContent).not.toContain('toca para ver')
    render(two, postId)
    await expect.poll(() => place.textContent).toContain('uno.invalid')
    expect(count(place)).toBe(0)
  })

  it('in links are shown with the others, and stay links', () => {
    const { place } = show('[![a](https://uno.invalid/a.png)](https://dos.invalid/) ![b](https://uno.invalid/b.png)')
    expect(place.textContent).toContain('2 imágenes de otro sitio: uno.invalid.')
    press(buttonOf(place, 'Mostrar las imágenes'))
    const image = place.querySelector('a[href="https://dos.invalid/"] img')
    expect(image?.getAttribute('src')).toBe('https://uno.invalid/a.png')
    expect(place.querySelector('a button, a [role=button]')).toBeNull()
  })

  it('in a preview are shown without being remembered, and a single image has no bar', () => {
    const { place, render } = show(two, 'preview')
    press(buttonOf(place, 'Mostrar las imágenes'))
    expect(count(place)).toBe(2)
    expect(localStorage.length).toBe(0)
    render('![a](https://uno.invalid/a.png)', 'preview-2')
    expect(buttonOf(place, 'Mostrar las imágenes')).toBeUndefined()
  })

  it('are shown also if storage is blocked', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('closed', 'SecurityError')
      })
    const { place } = show(two)
    press(buttonOf(place, 'Mostrar las imágenes'))
    expect(count(place)).toBe(2)
    press(buttonOf(place, 'No mostrar más'))
    expect(count(place)).toBe(0)
  })

  it('are counted in linear time', { timeout: 30_000 }, () => {
    const start = performance.now()
    const { place } = show('![a](https://uno.invalid/a)\n\n'.repeat(2000))
    expect(place.querySelector('p')?.textContent).toContain('2000 imágenes de otro sitio: uno.invalid.')
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('an image that fails to load', () => {
  it.each(['/no-hay.png', 'https://no-hay.invalid/a.png'])(
    'can be retried once in its place, then becomes a link to %s',
    async (address) => {
      const { place } = show(`![Faro](${address})`)
      press(buttonOf(place, /toca para ver$/) ?? place)
      const again = () => buttonOf(place, /^Faro.*no se pudo cargar, toca para reintentar$/)
      await expect.poll(again).toBeDefined()
      expect(place.querySelector('a')?.textContent).toBe('Faro: no se pudo cargar, abrir en otra pestaña')
      again()?.focus()
      press(again())
      expect(place.querySelector('img')?.getAttribute('src')).toBe(address)
      await expect.poll(() => place.querySelector('a')?.textContent).toMatch(/^Faro.*no se pudo cargar, abrir en otra/)
      expect(again()).toBeUndefined()
      const link = place.querySelector('a')
      const opened = [link?.getAttribute('href'), link?.target, link?.rel]
      expect(opened).toEqual([address, '_blank', 'noopener noreferrer nofollow'])
      expect(document.activeElement).toBe(link)
    },
  )

  it('in a link leaves its alternative text', async () => {
    const { place } = show('[![Faro](/no-hay.png)](/blog)')
    await expect.poll(() => place.querySelector('img')).toBeNull()
    expect(place.querySelectorAll('a').length).toBe(1)
    expect(place.querySelector('a')?.textContent).toContain('Faro')
    expect(place.querySelector('button')).toBeNull()
  })
})

describe('an image of this site', () => {
  it('becomes a button when loaded, unless it is in a link', async () => {
    const { place } = show(`![Faro](${drawing})\n\n[![Enlazada](${photo})](#nada)`)
    expect(place.querySelector('button, [role=button]')).toBeNull()
    await large('Ampliar la imagen: Faro')
    await expect.poll(() => place.querySelector<HTMLImageElement>('a img')?.naturalWidth).toBeGreaterThan(0)
    expect(place.querySelectorAll('button, [role=button]').length).toBe(1)
  })

  it('is at most 500 px high and as wide as the column, with its aspect ratio', async () => {
    const { place } = show(`![Alta](${photo})\n\nUna ![línea](${photo}) también`)
    await large('Ampliar la imagen: línea')
    await large('Ampliar la imagen: Alta')
    for (const width of [900, 240]) {
      place.style.width = `${width}px`
      for (const image of place.querySelectorAll('img')) {
        const box = image.getBoundingClientRect()
        expect(box.height).toBeLessThanOrEqual(500)
        expect(box.width).toBeLessThanOrEqual(width)
        expect(box.width / box.height).toBeCloseTo(image.naturalWidth / image.naturalHeight, 1)
        const frame = image.parentElement?.getBoundingClientRect()
        expect(frame?.width).toBeCloseTo(box.width, 0)
      }
    }
  })
})
