// Link tokens of a post, its backlinks, and the pickers that insert tokens (SPEC §2).
import { QueryCache } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '../../../contract/content/links.ts'
import { files } from '../../../contract/files.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { besidesPost, contentField, etag, post } from '../posts/posts.ts'
import { button, fileOf, linkedPost } from './links.ts'

const article = page.getByRole('article').first()
const backlinks = page.getByRole('region', { name: 'Enlazado desde…' })
const [one, other] = [idOf(60), idOf(61)]
const path = `/blog/${post.id}`
const withText = (content: string) => answer(posts.read, { ...post, content }, etag)
const countOf = (locator: typeof article) => expect.poll(() => locator.elements().length)

test('a link token says that it is loading, shows the title of a page, or that its target was not found', async () => {
  const address = 'https://faro.example/historia'
  const faro = { id: idOf(62), title: 'El faro', source_type: 'url', file_type: 'text/uri-list' } as const
  const content = `{{file:${one}|las notas}} {{file:${other}|nada}} {{file:abc|corto}} {{post:${other}|ajeno}} {{file:${idOf(62)}|${address}}} {{file:${idOf(62)}|aquel faro}}`
  const held = holdBack(links.find)
  const found = answer(links.find, {
    files: [fileOf('notas.txt'), fileOf(address, { ...faro, original_url: address, cloudinary_url: null })],
    posts: [],
  })
  await openPage(path, { answers: [held.handler, found, withText(content), ...besidesPost] })
  await expect.element(article.getByText('las notas (loading...)', { exact: true })).toBeVisible()
  held.release()
  await expect.element(article.getByRole('link', { name: 'las notas' })).toBeVisible()
  // the title of its page instead of its address; a text of the author stays
  for (const name of ['El faro', 'aquel faro']) {
    const link = article.getByRole('link', { name, exact: true })
    await expect.element(link).toHaveAttribute('href', address)
    await expect.element(link).toHaveAttribute('title', address)
  }
  for (const text of ['nada (file not found)', 'corto (file not found)', 'ajeno (post not found)'])
    await expect
      .element(article.getByText(text, { exact: true }))
      .toHaveStyle({ textDecorationLine: 'line-through', color: 'rgb(160, 36, 24)' })
  await expectAccessible('a post with tokens')
})

test('backlinks show nothing while they are loading or after a failure', async () => {
  const held = holdBack(posts.linkedFrom)
  await openPage(path, { answers: [held.handler, refuse(posts.linkedFrom, 500), withText('Alto.'), ...besidesPost] })
  await expect.element(article.getByText('Alto.')).toBeVisible()
  expect(backlinks.query()).toBeNull()
  const failed = vi.spyOn(QueryCache.prototype, 'notify')
  held.release()
  await expect
    .poll(() => failed.mock.calls.some(([event]) => event.type === 'updated' && event.action.type === 'error'))
    .toBe(true)
  expect(backlinks.query()).toBeNull()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('backlinks mark drafts, and are collapsed from the ninth on, with titles of any length', async () => {
  const linking = Array.from({ length: 10 }, (_, n) => linkedPost(n, `${n} ${'Nabucodonosor'.repeat(10)}`, n > 0))
  const answers = [answer(posts.linkedFrom, linking), withText('Alto.'), ...besidesPost]
  await openPage(path, { screen: 'narrow', answers })
  await countOf(backlinks.getByRole('link')).toBe(8)
  await expect.element(backlinks.getByText('BORRADOR', { exact: true })).toBeVisible()
  await countOf(backlinks.getByText('BORRADOR', { exact: true })).toBe(1)
  backlinks.getByText('y 2 más', { exact: true }).element().focus()
  await userEvent.keyboard('{Enter}')
  await countOf(backlinks.getByRole('link')).toBe(10)
  await expectAccessible('a post that ten others link to')
})

const dialog = page.getByRole('dialog')
const options = dialog.getByRole('listbox').getByRole('option')
const search = dialog.getByRole('combobox', { name: 'Buscar' })

test('a link to a file is chosen by keyboard, with a label of its own, and undone in one step', async () => {
  const acta = fileOf('Reunión de otoño.pdf', { file_type: 'application/pdf', category_name: 'Actas' })
  const link = fileOf('https://museo.example/', { id: other, source_type: 'url', file_size: 0 })
  const list = answer(files.list, ({ query }) => (query.get('q') ? [acta] : [acta, link]))
  await openPage('/blog/create', { answers: [list, ...besidesPost] })
  await contentField().fill('Lee esto: , por favor.')
  const field = contentField().element() as HTMLTextAreaElement
  field.setSelectionRange(10, 10)
  await button('Link File').click()
  await expect.element(dialog).toHaveAccessibleName('Select File to Link')
  await countOf(options).toBe(2)
  await expect.element(options.first()).toMatchTextContent('10 Bytes')
  await expect.element(options.last()).not.toMatchTextContent('Bytes')
  await expectAccessible('the picker of files')
  await search.fill('REUNION')
  await countOf(options).toBe(1)
  for (const fact of ['Reunión de otoño.pdf', 'PDF', 'Actas', 'Safo'])
    await expect.element(options).toMatchTextContent(fact)
  await dialog.getByRole('textbox', { name: 'Texto del enlace' }).fill('el acta {de} otoño')
  search.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(contentField()).toHaveValue(`Lee esto: {{file:${one}|el acta (de) otoño}}, por favor.`)
  await expect.element(contentField()).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(contentField()).toHaveValue('Lee esto: , por favor.')
})

test('a photo is chosen as an image on request; anything else, and without it a photo too, is linked', async () => {
  const photo = fileOf('El faro.jpg', { file_type: 'image/jpeg', thumb_url: '/no-hay.jpg' })
  const list = answer(files.list, [photo, fileOf('Acta.txt', { id: other })])
  await openPage('/blog/create', { answers: [list, ...besidesPost] })
  const asImage = dialog.getByRole('checkbox', { name: 'Las fotos, como imagen' })
  for (const [name, isImage, label] of [
    ['El faro.jpg', false, ''],
    ['El faro.jpg', true, ''],
    ['El faro.jpg', true, 'De día'],
    ['Acta.txt', true, ''],
  ] as const) {
    await button('Link File').click()
    if (isImage) await asImage.click()
    if (label) await dialog.getByRole('textbox', { name: 'Texto del enlace' }).fill(label)
    await options.filter({ hasText: name }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await expect
    .element(contentField())
    .toHaveValue(
      `{{file:${one}|El faro.jpg}}![El faro.jpg](file:${one})![De día](file:${one}){{file:${other}|Acta.txt}}`,
    )
})

test('a link to a post has its title as label; drafts are offered only on request', async () => {
  const faro = { ...post, title: 'El faro de Alejandría', excerpt: 'Una maravilla más.' }
  const draft = { ...post, id: other, title: 'El faro, en borrador', is_published: false }
  const list = answer(posts.listAll, ({ query }) =>
    query.get('q') === 'nada' ? [] : query.get('include_unpublished') === 'true' ? [draft, faro] : [faro],
  )
  await openPage('/blog/create', { screen: 'narrow', answers: [list, ...besidesPost] })
  await button('Link Post').click()
  await expect.element(dialog).toHaveAccessibleName('Select Post to Link')
  await countOf(options).toBe(1)
  for (const fact of ['El faro de Alejandría', 'Published', 'Safo', 'Una maravilla más.'])
    await expect.element(options).toMatchTextContent(fact)
  await dialog.getByRole('checkbox', { name: 'Include drafts' }).click()
  await expect.element(options.filter({ hasText: 'Draft' })).toMatchTextContent('El faro, en borrador')
  await countOf(options).toBe(2)
  await expectAccessible('the picker of posts')
  await search.fill('nada')
  await expect.element(dialog.getByText('No posts found', { exact: true })).toBeVisible()
  await search.fill('alejandria')
  await options.filter({ hasText: 'Published' }).click()
  await expect.element(contentField()).toHaveValue(`{{post:${post.id}|El faro de Alejandría}}`)
})

test('published posts are offered if the list with drafts fails, and nothing if both fail', async () => {
  const failing = [refuse(posts.listAll, 500), refuse(files.list, 500)]
  await openPage('/blog/create', { answers: [...failing, answer(posts.list, [post]), ...besidesPost] })
  await button('Link Post').click()
  await expect.element(options).toMatchTextContent('El faro')
  nowAnswer(refuse(posts.list, 500))
  await search.fill('x')
  await expect.element(dialog.getByText('No posts found', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Link File').click()
  await expect.element(dialog.getByText('No files found', { exact: true })).toBeVisible()
})
