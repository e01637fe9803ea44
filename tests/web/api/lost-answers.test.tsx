// The connection is cut after the server has stored something, and the person presses again: it is sent under the same
// client_id, for which the server answers with what is stored (tests/server/http/repeats.test.ts).
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { comments } from '../../../contract/comments.ts'
import { files, type NewLink } from '../../../contract/files.ts'
import { type NewNewsItem, news } from '../../../contract/news.ts'
import { type NewPost, posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { toast } from '../../support/web/dialogs.ts'
import { hipatia, openPage, safo, zenon } from '../../support/web/screen.tsx'
import { answer, loseAnswer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { adminAnswers } from '../auth/admin-answers.ts'
import * as thread from '../comments/comments.ts'
import { archive, linkTo } from '../links/links.ts'
import * as newsPage from '../news/news.ts'
import * as editor from '../posts/posts.ts'

const main = page.getByRole('main')
const alert = main.getByRole('alert')
const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith('unsent'))
const storedBefore =
  'Lo que enviaste antes ya está guardado, y no es igual que esto. Si vuelves a enviarlo, esto se guardará aparte.'

const writePost = {
  open: () => openPage('/blog/create', { answers: [answer(posts.list, []), ...editor.besidesPost] }),
  async send(title: string) {
    await editor.titleField().fill(title)
    await editor.contentField().fill('Un texto.')
    await editor.button('Publicar Post').click()
  },
  create: posts.create,
  update: posts.update,
  failure: 'Error: Failed to create post',
  stored: (body: unknown) => {
    const { title, content = '', is_published = false } = body as NewPost
    return answer(posts.create, { ...editor.post, title, content, is_published }, editor.etag)
  },
  updated: answer(posts.update, editor.post),
  correction: { title: 'El faro', is_published: true },
}

const writings = [
  ['post', writePost],
  [
    'comment',
    {
      async open() {
        await thread.openPost({ answers: thread.keepComments().answers })
        await thread.formToggle.click()
      },
      async send(text: string) {
        await thread.newField.fill(text)
        await thread.sendButton.click()
      },
      create: comments.create,
      update: comments.update,
      failure: 'Failed to create comment',
      stored: (body: unknown) =>
        answer(comments.create, thread.commentOf(safo, (body as { content: string }).content, 1)),
      updated: answer(comments.update, thread.commentOf(zenon, 'El faro', 1)),
      correction: { content: 'El faro' },
    },
  ],
  [
    'news item',
    {
      async open() {
        await openPage('/news', { answers: newsPage.newsOf().answers })
        await newsPage.toggle.click()
      },
      async send(title: string) {
        await newsPage.share.fill({ url: newsPage.item.url, title })
        await newsPage.share.button('Agregar Noticia').click()
      },
      create: news.create,
      update: news.update,
      failure: 'Error al crear la noticia',
      stored: (body: unknown) => answer(news.create, { ...newsPage.item, title: (body as NewNewsItem).title }),
      updated: answer(news.update, newsPage.item),
      correction: { title: 'El faro', url: newsPage.item.url },
    },
  ],
] as const

for (const [thing, { open, send, create, update, failure, stored, updated, correction }] of writings)
  test(`a ${thing} whose answer was lost is sent again under its client_id, and corrected if it has other words now`, async () => {
    for (const [first, last, changes] of [
      ['El faro', 'El faro', []],
      ['El farro', 'El faro', [expect.objectContaining(correction)]],
    ] as const) {
      await open()
      const [before, changedBefore] = [sentTo(create).length, sentTo(update).length]
      nowAnswer(loseAnswer(create))
      await send(first)
      await expect.element(alert.getByText(failure)).toBeVisible()
      nowAnswer(stored(sentTo(create).at(-1)), updated)
      await send(last)
      await expect.poll(unsent).toEqual([])
      expect(sentTo(update).slice(changedBefore)).toEqual(changes)
      const [lost, again, ...more] = sentTo(create).slice(before) as { client_id: string }[]
      expect(again?.client_id).toBe(lost?.client_id)
      expect(more).toEqual([])
    }
  })

test('a post that somebody else has changed since is not overwritten: its author may publish hers separately', async () => {
  await writePost.open()
  nowAnswer(loseAnswer(posts.create))
  await writePost.send('El farro')
  await expect.element(alert.getByText(writePost.failure)).toBeVisible()
  nowAnswer(writePost.stored(sentTo(posts.create)[0]), refuse(posts.update, 412, 'Otra versión.', 'changed'))
  await writePost.send('El faro')
  await expect.element(alert.getByText(`Error: ${storedBefore}`)).toBeVisible()
  await expect.element(editor.titleField()).toHaveValue('El faro')
  nowAnswer(answer(posts.create, { ...editor.post, content: 'Un texto.' }, editor.etag))
  await editor.button('Publicar Post').click()
  await expect.element(editor.heading()).toHaveTextContent('Blog')
  const [lost, again, separate] = (sentTo(posts.create) as { client_id: string }[]).map(({ client_id }) => client_id)
  expect(again).toBe(lost)
  expect(separate).not.toBe(lost)
})

test('a link whose answer was lost is stored once; a corrected one is stored separately, and Safo is told', async () => {
  const url = page.getByRole('textbox', { name: 'URL' })
  const add = async (address: string) => {
    await url.fill(address)
    await page.getByRole('form', { name: 'Agregar URL' }).getByRole('button', { name: 'Agregar', exact: true }).click()
  }
  const stored = (body: unknown) => answer(files.addLink, linkTo((body as NewLink).url))
  await openPage('/files', { answers: archive() })
  const ids: string[][] = []
  for (const last of ['https://museo.example/farro', 'https://museo.example/faro']) {
    await page.getByRole('button', { name: 'Agregar URL', exact: true }).first().click()
    nowAnswer(loseAnswer(files.addLink))
    const before = sentTo(files.addLink).length
    await add('https://museo.example/farro')
    await expect.element(alert.getByText(/Failed to add URL/)).toBeVisible()
    nowAnswer(stored(sentTo(files.addLink).at(-1)))
    await add(last)
    if (!last.endsWith('farro')) {
      await expect.element(alert.getByText(`Error: ${storedBefore}`)).toBeVisible()
      nowAnswer(stored({ url: last }))
      await add(last)
    }
    await expect.element(toast('El enlace se ha guardado en el archivo.')).toBeVisible()
    await expect.element(url).not.toBeInTheDocument()
    ids.push((sentTo(files.addLink).slice(before) as { client_id: string }[]).map(({ client_id }) => client_id))
  }
  const [[same, again] = [], [changed, refused, separate] = []] = ids
  expect([again, refused]).toEqual([same, changed])
  expect(new Set([same, changed, separate]).size).toBe(3)
})

test('an account whose answer was lost is sent again under its client_id; changed values go under another one', async () => {
  await openPage('/admin', { as: hipatia, answers: adminAnswers() })
  await page.getByRole('button', { name: 'Create User' }).click()
  const form = page.getByRole('dialog', { name: 'Create User' })
  const submit = form.getByRole('button', { name: 'Crear usuario' })
  await form.getByLabelText('Name').fill('Zenódoto')
  await form.getByLabelText('Email').fill('zenodoto@alejandria.example')
  nowAnswer(loseAnswer(users.create))
  for (const [index, password] of ['la lista de Homero', 'otra lista de Homero', 'la lista de Homero'].entries()) {
    await form.getByLabelText('Password', { exact: true }).fill(password)
    await submit.click()
    await expect.poll(() => sentTo(users.create)[index]).toBeDefined()
    await expect.element(form.getByRole('alert').getByText('Failed to create user')).toBeVisible()
  }
  const [lost, changed, again] = (sentTo(users.create) as { client_id: string }[]).map(({ client_id }) => client_id)
  expect(again).toBe(lost)
  expect(changed).not.toBe(lost)
})
