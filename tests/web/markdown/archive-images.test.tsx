// Images of the archive in a text, `![alt](file:ID)`: their room, versions, grid, viewer and failures.
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '../../../contract/content/links.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { idOf, openPage, type screens } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer } from '../../support/web/server.ts'
import { addressOf, contents, lose, picture, requested } from '../files/pictures.ts'
import { fileOf } from '../links/links.ts'
import { besidesPost, etag, post } from '../posts/posts.ts'

const photo = (n: number, changes: Partial<ArchiveFile> = {}) => picture(n, { width: 4000, height: 3000, ...changes })
const requestsOf = (version: string) => requested.filter((name) => name.startsWith(version)).sort()

const find = (...files: ArchiveFile[]) =>
  answer(links.find, ({ body }) => {
    const asked = (body as { files: string[] }).files
    return { files: files.filter(({ id }) => asked.includes(id)), posts: [] }
  })
interface Opening {
  screen?: keyof typeof screens
  answers?: Parameters<typeof nowAnswer>
}
async function open(content: string, files: ArchiveFile[], { screen = 'desktop', answers = [] }: Opening = {}) {
  const read = answer(posts.read, { ...post, content }, etag)
  await openPage(`/blog/${post.id}`, {
    screen,
    answers: [...answers, find(...files), await contents(), read, ...besidesPost],
  })
}

const article = page.getByRole('article').first()
const enlarge = (alt: string) => article.getByRole('button', { name: `Ampliar la imagen: ${alt}`, exact: true })
const imageIn = (alt: string) => enlarge(alt).element().querySelector('img') as HTMLImageElement
const isLoaded = (alt: string) =>
  expect.poll(() => enlarge(alt).query() && imageIn(alt).naturalWidth).toBeGreaterThan(0)
const boxOf = (text: string) => article.getByText(text, { exact: true }).element().getBoundingClientRect()
const viewer = page.getByRole('dialog', { name: 'Imágenes del texto' })
const shown = (n: number) => `![Foto ${n}](file:${idOf(n)})`

test('a photo has its room before it is found and loaded, so that nothing moves; its original isn’t asked for', async () => {
  const held = holdBack(links.find)
  await open(`${shown(1)}\n\nDespués.`, [photo(1)], { answers: [held.handler] })
  await expect.element(article.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  const { top } = boxOf('Después.')
  held.release()
  await isLoaded('Foto 1')
  expect(boxOf('Después.').top).toBe(top)
  const { width, height } = enlarge('Foto 1').element().getBoundingClientRect()
  expect([width / height, height <= 500]).toEqual([expect.closeTo(4 / 3, 2), true])
  expect(requestsOf('original')).toEqual([])
  await expectAccessible('a photo in a post')
})

test('a portrait is 500 px high at most, and a picture without a known size takes its own', async () => {
  const files = [photo(1, { width: 3000, height: 4000 }), photo(2, { width: null, height: null })]
  await open(`${shown(1)}\n\n***\n\n${shown(2)}`, files)
  await isLoaded('Foto 1')
  await isLoaded('Foto 2')
  const box = (alt: string) => enlarge(alt).element().getBoundingClientRect()
  for (const alt of ['Foto 1', 'Foto 2'])
    await expect
      .poll(() => [box(alt).width / box(alt).height, box(alt).height])
      .toEqual([expect.closeTo(3 / 4, 1), expect.closeTo(500, -1)])
})

test('a file shown as a picture is a link if it isn’t one, and struck out if it doesn’t exist', async () => {
  const pdf = fileOf('acta.pdf', { id: idOf(2), file_type: 'application/pdf' })
  const files = [pdf, photo(3, { thumb_url: null, screen_url: null }), photo(4)]
  await open(`${shown(1)} ${shown(2)} ${shown(3)} [${shown(2)}](/blog) [la foto](file:${idOf(4)})`, files)
  const lost = article.getByText('Foto 1 (file not found)', { exact: true })
  await expect.element(lost).toHaveStyle({ textDecorationLine: 'line-through' })
  const links = article.getByRole('link', { name: 'Foto 2' })
  await expect.element(links.first()).toHaveAttribute('href', `/files/${idOf(2)}/view`)
  await expect.element(links.last()).toHaveAttribute('href', '/blog')
  await expect.element(article.getByRole('link', { name: 'Foto 3' })).toHaveAttribute('target', '_blank')
  await expect.element(article.getByRole('link', { name: 'la foto' })).toHaveAttribute('target', '_blank')
  expect(article.element().querySelectorAll('img, a a')).toHaveLength(0)
})

test('a photo in a link, also in one to a file, is shown without a button', async () => {
  await open(`[${shown(1)}](/blog) [${shown(2)}](file:${idOf(1)})`, [photo(1), photo(2)])
  await expect.poll(() => article.element().querySelectorAll('a img')).toHaveLength(2)
  expect(article.element().querySelector('[role=button]')).toBeNull()
})

test('photos after each other are a grid of squares, on the smallest phone too; a photo in a sentence isn’t part of it', async () => {
  const files = [1, 2, 3, 4].map((n) => photo(n))
  await open(`${shown(1)}\n${shown(2)}\n\n${shown(3)}\n\nAquí ${shown(4)} se ve.`, files, { screen: 'narrow' })
  await page.viewport(320, 640)
  await isLoaded('Foto 4')
  const grid = article.element().querySelector('p.images') as Element
  expect([...grid.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['Foto 1', 'Foto 2', 'Foto 3'])
  const [first, second, third] = [1, 2, 3].map((n) => enlarge(`Foto ${n}`).element().getBoundingClientRect())
  expect(first?.width).toBeCloseTo(first?.height ?? 0, 0)
  expect(second?.top).toBe(first?.top)
  expect(third?.top).toBeGreaterThan(first?.bottom ?? Number.POSITIVE_INFINITY)
  expect(grid.getBoundingClientRect().right).toBeLessThanOrEqual(320 - 16)
})

test.each([
  [4000, 3000],
  [3024, 4032],
])(
  'in a phone’s grid a photo of %i × %i is its thumbnail for browsers that take the first version that is large enough',
  async (width, height) => {
    await open(`${shown(1)}\n${shown(2)}`, [photo(1, { width, height }), photo(2)], { screen: 'phone' })
    await expect.poll(() => imageIn('Foto 1').sizes).not.toBe('1px')
    const { sizes, srcset } = imageIn('Foto 1')
    const [, shownWidth] = /, (\d+)px$/.exec(sizes) ?? []
    const enough = srcset.split(', ').find((version) => Number(/(\d+)w$/.exec(version)?.[1]) >= 3 * Number(shownWidth))
    expect(enough).toMatch(/thumb-1 /)
  },
)

test('only photos near the window take more than their smallest version, the others when they are scrolled to', async () => {
  const numbers = Array.from({ length: 12 }, (_, n) => n + 1)
  const content = numbers.map((n) => `${shown(n)}\n\n${'Palabras. '.repeat(20)}`).join('\n\n')
  const photos = numbers.map((n) => photo(n))
  await open(content, photos, { screen: 'phone' })
  await expect.poll(() => requestsOf('screen')).toContain('screen-1')
  await isLoaded('Foto 1')
  expect(requestsOf('screen').length).toBeLessThan(5)
  enlarge('Foto 12').element().scrollIntoView()
  await expect.poll(() => requestsOf('screen')).toContain('screen-12')
})

test('the viewer goes through the text’s own pictures, those that aren’t loaded yet too, and shows the original when it enlarges', async () => {
  const far = 'Palabras.\n\n'.repeat(300)
  const own = '![Dibujo](/tests/fixtures/dibujo.png)'
  const others = `![no](/no-hay.png)\n\n[![en](/tests/fixtures/foto.jpg)](#x)\n\n![lejos](https://uno.invalid/a.png)`
  await open(`${shown(1)}\n\n${own}\n\n${others}\n\n${far}${shown(2)}`, [photo(1), photo(2)], {
    answers: [lose(/screen-2/)],
  })
  await isLoaded('Foto 1')
  await expect.element(article.getByRole('button', { name: 'Ampliar la imagen: Dibujo' })).toBeVisible()
  enlarge('Foto 1').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(viewer.getByText('1 de 3', { exact: true })).toBeVisible()
  await userEvent.keyboard('+')
  await expect.element(viewer.getByRole('img')).toHaveAttribute('src', addressOf('original-1'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer.getByRole('img')).toHaveAttribute('alt', 'Dibujo')
  expect(viewer.element().querySelector('[aria-hidden=true]:not(svg)')).toHaveTextContent('Dibujo')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(viewer.getByText('3 de 3', { exact: true })).toBeVisible()
  await expect.element(viewer.getByRole('alert')).toMatchTextContent('Failed to load image')
  nowAnswer(find(photo(2, { screen_url: addressOf('renewed-2') })))
  await viewer.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect.element(viewer.getByRole('img')).toHaveAttribute('src', addressOf('renewed-2'))
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(enlarge('Foto 1')).toHaveFocus()
})

test('a photo whose larger version is lost is shown small', async () => {
  await open(shown(1), [photo(1)], { answers: [lose(/screen-1/)] })
  await isLoaded('Foto 1')
  expect(imageIn('Foto 1').currentSrc).toMatch(/thumb-1$/)
})

test('photos whose addresses have expired are found again by themselves', async () => {
  const renewed = { thumb_url: addressOf('renewed'), screen_url: addressOf('renewed') }
  let found = 0
  const findAgain = answer(links.find, () => ({ files: [photo(1, found++ === 0 ? {} : renewed)], posts: [] }))
  await open(shown(1), [], { answers: [findAgain, lose(/-1$/)] })
  await isLoaded('Foto 1')
  expect(requested).toEqual(['renewed'])
})

test('a photo whose versions are still being made appears later; one that stays lost can be retried again and again', async () => {
  await open(`${shown(1)}\n\n[Enlace](/blog)`, [photo(1, { screen_url: null })], { answers: [lose(/-1$/)] })
  const isWaiting = () => expect.poll(() => enlarge('Foto 1').query()?.querySelector('img')).toBeNull()
  await isWaiting()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const failed = article.getByRole('button', { name: /^Foto 1.*no se pudo cargar, toca para reintentar$/ })
  const findFailed = () => {
    vi.advanceTimersByTime(240_000)
    return failed.query()
  }
  const untilFailed = () => expect.poll(findFailed, { interval: 5 }).not.toBeNull()
  await untilFailed()
  const original = article.getByRole('link', { name: /^Foto 1: no se pudo cargar, abrir en otra/ })
  await expect.element(original).toHaveAttribute('href', addressOf('original-1'))
  await failed.click()
  await expect.element(enlarge('Foto 1')).toHaveFocus()
  await untilFailed()
  await expect.element(failed).toHaveFocus()
  await failed.click()
  await isWaiting()
  const link = article.getByRole('link', { name: 'Enlace' })
  link.element().focus()
  nowAnswer(await contents())
  vi.advanceTimersByTime(3000)
  await isLoaded('Foto 1')
  await expect.element(link).toHaveFocus()
})

test('a picture of this site that fails is named, with a link to it, and after a retry has the focus where it opens', async () => {
  await open(`![El faro](${addressOf('own')})`, [], { answers: [lose(/own/)] })
  const retry = article.getByRole('button', { name: /^El faro.*no se pudo cargar, toca para reintentar$/ })
  await expect.element(retry).toBeVisible()
  await expect.element(article.getByRole('link', { name: /^El faro: no se pudo cargar, abrir en otra/ })).toBeVisible()
  await expectAccessible('a picture that failed')
  nowAnswer(await contents())
  retry.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(enlarge('El faro')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(viewer.getByText('1 de 1', { exact: true })).toBeVisible()
})

test('an animation that only its original moves is still in the text, and moves in the viewer', async () => {
  await open(shown(1), [photo(1, { file_type: 'image/gif', screen_url: null })])
  await isLoaded('Foto 1')
  expect(requested).toEqual(['thumb-1'])
  await enlarge('Foto 1').click()
  await expect.element(viewer.getByRole('img')).toHaveAttribute('src', addressOf('original-1'))
})
