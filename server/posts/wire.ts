import { limits } from '../../contract/limits.ts'
import type { ListedPost, Post as WirePost } from '../../contract/posts.ts'
import type { ListedPostRow, ListedVersionRow, PostRow } from './queries.ts'

/** A post as it is answered, and the version of what it holds. */
export type Post = WirePost & { version: number }

const moment = (at: number) => new Date(at).toISOString()

const listed = (row: ListedPostRow) => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  excerpt_cut: row.excerpt_cut === 1,
  reading_minutes: Math.max(1, Math.round(row.word_count / limits.readingSpeed)),
  category_id: row.category_id,
  category_name: row.category_name,
  author_id: row.author_id,
  author_name: row.author_name,
  is_published: row.published_at !== null,
  published_at: row.published_at === null ? null : moment(row.published_at),
  created_at: moment(row.created_at),
  updated_at: moment(row.updated_at),
  comment_count: Number(row.comment_count),
})

export const toListedPost = (row: ListedPostRow): ListedPost =>
  row.content === undefined ? listed(row) : { ...listed(row), content: row.content }

export const toPost = (row: PostRow): Post => ({ ...listed(row), content: row.content, version: row.version })

export const toVersion = (row: ListedVersionRow) => ({
  version: row.version,
  title: row.title,
  category_name: row.category_name,
  editor_name: row.editor_name,
  saved_at: moment(Number(row.saved_at)),
})
