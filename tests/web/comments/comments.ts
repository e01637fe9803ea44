// A post with comments, its answers in place of a server, and what is on its page.
import { page } from 'vitest/browser'
import { type Comment, comments, type NewComment } from '../../../contract/comments.ts'
import { type Post, posts } from '../../../contract/posts.ts'
import { earlier, hipatia, idOf, openPage, zenon } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { post as anyPost } from '../posts/posts.ts'

export const post: Post = {
  ...anyPost,
  id: idOf(50),
  content: 'Un texto.',
  author_id: hipatia.id,
  author_name: hipatia.name,
}

type Author = { id: string; name: string }
export const commentOf = (by: Author, content: string, n: number, changes: Partial<Comment> = {}): Comment => ({
  id: idOf(100 + n),
  post_id: post.id,
  author_id: by.id,
  author_name: by.name,
  content,
  created_at: earlier,
  updated_at: earlier,
  reply_to: null,
  quote: null,
  reactions: [],
  ...changes,
})

/** Comments that can be read, written, changed and deleted. */
export function keepComments(...stored: Comment[]) {
  const answers = [
    answer(comments.list, ({ query }) => {
      const skip = Number(query.get('skip') ?? 0)
      return stored.slice(skip, skip + Number(query.get('limit') ?? 100))
    }),
    answer(comments.create, ({ body }) => {
      const { content, reply_to } = body as NewComment
      const made = commentOf({ id: idOf(1), name: 'Safo' }, content, stored.length + 1, { reply_to: reply_to ?? null })
      stored.push(made)
      return made
    }),
    answer(comments.update, ({ params, body }) => {
      const place = stored.findIndex(({ id }) => id === params.id)
      const made = {
        ...(stored[place] ?? commentOf(zenon, '', 0)),
        content: (body as NewComment).content,
        updated_at: '2026-03-02T10:00:00.000Z',
      }
      stored[place] = made
      return made
    }),
    answer(comments.remove, ({ params }) => {
      const place = stored.findIndex(({ id }) => id === params.id)
      stored.splice(place, 1)
      return undefined as never
    }),
  ]
  return { stored, answers }
}

const postAnswers = [answer(posts.read, post), answer(posts.linkedFrom, [])]

/** Opens the post, with the given answers before the usual ones. */
export const openPost = ({ answers = [], ...opening }: NonNullable<Parameters<typeof openPage>[1]>) =>
  openPage(`/blog/${post.id}`, { ...opening, answers: [...answers, ...postAnswers] })

export const section = page.getByRole('main').getByRole('region', { name: /^Comentarios/ })
export const heading = page.getByRole('main').getByRole('heading', { level: 2, name: /^Comentarios/ })
export const items = section.getByRole('listitem')
export const withText = (text: string) => items.filter({ hasText: text })
export const button = (name: string, within = section) => within.getByRole('button', { name, exact: true })
export const formToggle = button('Escribir un comentario')
export const newField = section.getByRole('textbox', { name: 'Comentario', exact: true })
export const editField = section.getByRole('textbox', { name: 'Editar el comentario' })
export const sendButton = button('Publicar comentario')

export async function writeComment(text: string) {
  await formToggle.click()
  await newField.fill(text)
  await sendButton.click()
}
