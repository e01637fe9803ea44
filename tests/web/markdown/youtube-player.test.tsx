import { expect, it } from 'vitest'
import { externalRequests, press, show } from './mount-markdown.tsx'

it('a YouTube link alone in its paragraph becomes a 16:9 player that requests nothing from YouTube before it is pressed', () => {
  const post = show('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s')
  expect(post.querySelector('iframe, img')).toBeNull()
  const screen = post.querySelector('button')?.parentElement as HTMLElement
  expect(screen.offsetWidth / screen.offsetHeight).toBeCloseTo(16 / 9, 1)
  expect(externalRequests()).toEqual([])
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

it("a YouTube link to a Short is marked '(Short)', also while it plays, and one to another video isn't", () => {
  const post = show('[El faro](https://youtube.com/shorts/dQw4w9WgXcQ)')
  expect(post.querySelector('button')?.textContent).toContain('El faro (Short)')
  expect(post.textContent.match(/\(Short\)/g)).toHaveLength(1)
  press(post.querySelector('button'))
  expect(post.querySelector('iframe')?.title).toBe('El faro (Short)')
  expect(post.innerText).toBe('Ver en YouTube\n(Short)')
  const other = show('https://youtu.be/dQw4w9WgXcQ')
  press(other.querySelector('button'))
  expect(other.innerText).toBe('Ver en YouTube')
})

it('a YouTube link in a sentence stays there, and its player follows the paragraph', () => {
  const post = show('Mira [esto](https://youtu.be/dQw4w9WgXcQ) y [otro](https://youtube.com/shorts/aaaaaaaaaaa), Ana.')
  expect(post.querySelector('p')?.textContent).toBe('Mira esto y otro (Short), Ana.')
  expect([...post.querySelectorAll('p ~ div button')].map(({ textContent }) => textContent)).toEqual([
    'Reproducir: estoyoutube.com',
    'Reproducir: otro (Short)youtube.com',
  ])
})

it('a YouTube link in a heading or a table stays a link, and one of a similar form but another site gets no player', () => {
  const post = show('# https://youtu.be/dQw4w9WgXcQ\n\n| https://youtu.be/dQw4w9WgXcQ |\n|-|')
  expect(post.querySelectorAll('a').length).toBe(2)
  expect(post.querySelector('button')).toBeNull()
  // which addresses those are: tests/contract/youtube.test.ts
  const other = show('[v](<https://www.youtube.com/watch?v="><svg onload=alert(1)>>) [v](https://youtu.be/../../x)')
  expect(other.querySelector('button, iframe, svg')).toBeNull()
})
