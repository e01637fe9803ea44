/** A post and the answers of what surrounds it. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { comments } from '../../../contract/comments.ts'
import { type ListedPost, type Post, posts } from '../../../contract/posts.ts'
import { earlier, idOf, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

export const post = {
  id: idOf(10),
  title: 'El faro',
  content: 'Alto y claro.',
  excerpt: 'Alto y claro.',
  excerpt_cut: false,
  reading_minutes: 1,
  category_id: null,
  category_name: null,
  author_id: safo.id,
  author_name: 'Safo',
  is_published: true,
  published_at: earlier,
  created_at: earlier,
  updated_at: earlier,
  comment_count: 0,
  reactions: [],
  cover_url: null,
} satisfies Post & ListedPost

/** What the page of a post asks for besides the post. */
export const besidesPost = [answer(comments.list, []), answer(posts.linkedFrom, []), answer(categories.list, [])]

export const etag = { headers: { etag: '"1"' } }

export const main = () => page.getByRole('main')
export const alert = () => main().getByRole('alert')
export const heading = () => main().getByRole('heading', { level: 1 })
export const button = (name: string) => main().getByRole('button', { name, exact: true })
export const titleField = () => page.getByRole('textbox', { name: 'Título' })
export const contentField = () => page.getByRole('textbox', { name: 'Contenido' })

export async function write({ title, content }: Record<'title' | 'content', string>) {
  await titleField().fill(title)
  await contentField().fill(content)
}

export async function expectWritten({ title, content }: Record<'title' | 'content', string>) {
  await expect.element(titleField()).toHaveValue(title)
  await expect.element(contentField()).toHaveValue(content)
}
