// The connection is cut after the server has stored something, and the person presses again: there is one thing, with
// the person's last words.
import type { ArchiveFile } from '../../../contract/files.ts'
import type { NewsItem } from '../../../contract/news.ts'
import type { Post } from '../../../contract/posts.ts'
import type { User } from '../../../contract/users.ts'
import { loseAnswers } from '../../support/browser/network.ts'
import { addUrlButton, archiveButton, urlField, urlForm } from '../../support/browser/pages/archive.ts'
import {
  formToggle as commentToggle,
  commentWith,
  newField,
  sendButton,
  storedComments,
} from '../../support/browser/pages/comments.ts'
import {
  fillForm,
  formToggle,
  newsItems,
  shareButton,
  shareForm,
  storedNews,
} from '../../support/browser/pages/news.ts'
import { failure, mainButton, titleField, typePost } from '../../support/browser/pages/post-editor.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { createButton, createUser, openCreateUser } from '../../support/browser/pages/users.ts'
import { expect, test } from '../../support/browser/test.ts'

const storedBefore =
  'Lo que enviaste antes ya está guardado, y no es igual que esto. Si vuelves a enviarlo, esto se guardará aparte.'

test.describe('A post whose answer was lost', () => {
  test.beforeEach(({ pageErrors }) => pageErrors.expect('failed POST /api/posts'))

  test('is published once, also after a reload', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const answerAgain = await loseAnswers(safo, '**/api/posts')
    await typePost(safo, { title: 'El faro', content: 'Un texto.' })
    await mainButton(safo, 'Publicar Post').click()
    await expect(failure(safo, 'Error: Failed to create post')).toBeVisible()
    await answerAgain()
    safo.on('dialog', (leave) => void leave.accept())
    await safo.reload()
    await expect(titleField(safo)).toHaveValue('El faro')
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    expect(await server.hipatia.call<Post[]>('GET', '/posts')).toMatchObject([{ title: 'El faro' }])

    await safo.goto('/blog/create')
    await typePost(safo, { title: 'El faro', content: 'Otro texto.' })
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    expect(await server.hipatia.call<Post[]>('GET', '/posts')).toHaveLength(2)
  })

  test('gets the words that Safo corrected before she pressed again, and is published', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const answerAgain = await loseAnswers(safo, '**/api/posts')
    await typePost(safo, { title: 'El farro', content: 'Un texto.' })
    await mainButton(safo, 'Guardar Borrador').click()
    await expect(failure(safo, 'Error: Failed to create post')).toBeVisible()
    await answerAgain()
    await titleField(safo).fill('El faro')
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    const posts = await server.hipatia.call<Post[]>('GET', '/posts/all?include_unpublished=true')
    expect(posts).toMatchObject([{ title: 'El faro', content: 'Un texto.', is_published: true }])
  })

  test('and that somebody else changed is not overwritten: Safo learns it, and may share hers separately', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('412 PUT /api/posts/{id}')
    const { hipatia } = server
    const safo = await openAs('Safo', '/blog/create')
    const answerAgain = await loseAnswers(safo, '**/api/posts')
    await typePost(safo, { title: 'El farro', content: 'Un texto.' })
    await mainButton(safo, 'Publicar Post').click()
    await expect(failure(safo, 'Error: Failed to create post')).toBeVisible()
    await answerAgain()
    const [post] = (await hipatia.call<Post[]>('GET', '/posts')) as [Post]
    await hipatia.editPost(post, { title: 'El faro, por Hipatia' })
    await titleField(safo).fill('El faro')
    await mainButton(safo, 'Publicar Post').click()
    await expect(failure(safo, `Error: ${storedBefore}`)).toBeVisible()
    await expect(titleField(safo)).toHaveValue('El faro')
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    const titles = (await hipatia.call<Post[]>('GET', '/posts')).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['El faro', 'El faro, por Hipatia'])
  })

  test('is not mixed up with the text of another tab, which is another post', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const answerAgain = await loseAnswers(safo, '**/api/posts')
    await typePost(safo, { title: 'El faro', content: 'Un texto.' })
    await mainButton(safo, 'Publicar Post').click()
    await expect(failure(safo, 'Error: Failed to create post')).toBeVisible()
    const other = await safo.context().newPage()
    await other.goto('/blog/create')
    await expect(titleField(other)).toHaveValue('El faro')
    await typePost(other, { title: 'El museo', content: 'Otro texto.' })
    await mainButton(other, 'Publicar Post').click()
    await expect(other).toHaveURL('/blog')
    await answerAgain()
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    const titles = (await server.hipatia.call<Post[]>('GET', '/posts')).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['El faro', 'El museo'])
  })
})

test('a comment whose answer was lost is one comment, with the corrected words', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('failed POST /api/comments/post/{id}')
  const { hipatia } = server
  const post = await hipatia.createPost()
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const send = async (text: string) => {
    await newField(safo).fill(text)
    await sendButton(safo).click()
  }
  for (const [first, last] of [
    ['De acuerdo.', 'De acuerdo.'],
    ['Me gsuta.', 'Me gusta.'],
  ] as const)
    await test.step(last, async () => {
      await commentToggle(safo).click()
      const answerAgain = await loseAnswers(safo, '**/api/comments/post/*')
      await send(first)
      await expect(safo.getByRole('alert')).toHaveText('Failed to create comment')
      await answerAgain()
      await send(last)
      await expect(newField(safo)).toHaveCount(0)
      await expect(commentWith(safo, last)).toBeVisible()
    })
  expect(await storedComments(hipatia, post)).toEqual(['De acuerdo.', 'Me gusta.'])
})

test('a news item whose answer was lost is one item, with the corrected words', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('failed POST /api/news')
  const safo = await openAs('Safo', '/news')
  for (const [first, last] of [
    ['El faro', 'El faro'],
    ['El mueso', 'El museo'],
  ] as const)
    await test.step(last, async () => {
      await formToggle(safo).click()
      const answerAgain = await loseAnswers(safo, '**/api/news')
      await fillForm(shareForm(safo), { url: `https://${first.length}.example/`, title: first })
      await shareButton(safo).click()
      await expect(safo.getByRole('alert')).toContainText('Error al crear la noticia')
      await answerAgain()
      await fillForm(shareForm(safo), { title: last })
      await shareButton(safo).click()
      await expect(shareForm(safo)).toHaveCount(0)
      await expect(newsItems(safo).first()).toContainText(last)
    })
  const items: NewsItem[] = await storedNews(server.hipatia)
  expect(items.map(({ title }) => title)).toEqual(['El museo', 'El faro'])
})

test('a link whose answer was lost is stored once; a corrected one is stored separately, and Safo is told', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('failed POST /api/files/url')
  const safo = await openAs('Safo', '/files')
  const add = async (url: string) => {
    await urlField(urlForm(safo)).fill(url)
    await addUrlButton(urlForm(safo)).click()
  }
  const stored = async () =>
    (await server.hipatia.call<ArchiveFile[]>('GET', '/files')).map(({ original_url }) => original_url).toSorted()
  await archiveButton(safo, 'Agregar URL').click()
  let answerAgain = await loseAnswers(safo, '**/api/files/url')
  await add('https://museo.example/faro')
  await expect(safo.getByRole('alert')).toContainText('Failed to add URL')
  await answerAgain()
  await add('https://museo.example/faro')
  await expect(toast(safo, 'El enlace se ha guardado en el archivo.')).toBeVisible()
  expect(await stored()).toEqual(['https://museo.example/faro'])

  await archiveButton(safo, 'Agregar URL').click()
  answerAgain = await loseAnswers(safo, '**/api/files/url')
  await add('https://museo.example/farro')
  await expect(safo.getByRole('alert')).toContainText('Failed to add URL')
  await answerAgain()
  await add('https://museo.example/faro-2')
  await expect(safo.getByRole('alert')).toContainText(storedBefore)
  await add('https://museo.example/faro-2')
  await expect(urlForm(safo)).toHaveCount(0)
  expect(await stored()).toEqual([
    'https://museo.example/faro',
    'https://museo.example/faro-2',
    'https://museo.example/farro',
  ])
})

test('an account whose answer was lost is created once; changed values are refused for their name', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('failed POST /api/auth/users', '409 POST /api/auth/users')
  const page = await openAs('Hipatia', '/admin')
  const answerAgain = await loseAnswers(page, '**/api/auth/users')
  const dialog = await openCreateUser(page)
  await createUser(dialog, { name: 'Zenódoto', email: 'zenodoto@alejandria.example', password: 'la lista de Homero' })
  await expect(dialog.getByRole('alert')).toContainText('Failed to create user')
  await answerAgain()
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('otra lista de Homero')
  await createButton(dialog).click()
  await expect(dialog.getByText(/^Ese (nombre|correo) ya está en uso$/)).toBeVisible()
  await password.fill('la lista de Homero')
  await createButton(dialog).click()
  await expect(dialog).toBeHidden()
  await expect(toast(page, /^«Zenódoto» ya tiene cuenta/)).toBeVisible()
  expect(await server.hipatia.call<User[]>('GET', '/auth/users?q=zenodoto')).toHaveLength(1)
})
