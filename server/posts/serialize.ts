import { limits } from '../../contract/limits.ts'
import { showMentions } from '../../contract/markdown/mentions.ts'
import type { Post as ApiPost, ListedPost } from '../../contract/posts.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { mapPage, type Page } from '../db/page.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { firstCharacters } from '../lib/first-characters.ts'
import { toIso } from '../lib/time.ts'
import type { ListedPostRow, PostRow } from './queries/post.ts'
import type { ListedVersionRow } from './queries/versions.ts'

/** Post of the API with its version, the ETag. */
export type Post = ApiPost & { version: number }

/** With `@Name` for mentions; a longer name shortens it. */
function shownExcerpt(row: Pick<ListedPostRow, 'excerpt' | 'excerpt_cut'>) {
  const shown = showMentions(row.excerpt)
  const excerpt = firstCharacters(shown, limits.excerpt)
  return { excerpt, excerpt_cut: row.excerpt_cut === 1 || excerpt.length < shown.length }
}

const listedFields = (row: ListedPostRow) => ({
  id: row.id,
  title: row.title,
  ...shownExcerpt(row),
  reading_minutes: Math.max(1, Math.round(row.word_count / limits.readingSpeed)),
  category_id: row.category_id,
  category_name: row.category_name,
  author_id: row.author_id,
  author_name: row.author_name,
  is_published: row.published_at !== null,
  published_at: row.published_at === null ? null : toIso(row.published_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  comment_count: row.comment_count ?? 0,
  reactions: readReactions(row.reactions),
})

const serializeListedPost = (row: ListedPostRow): ListedPost =>
  row.content === undefined ? listedFields(row) : { ...listedFields(row), content: row.content }

export const serializePost = (row: PostRow): Post => ({
  ...listedFields(row),
  content: row.content,
  version: row.version,
})

/** Posts of a list, with the present names of those whom they name. */
export const serializeListedPosts = async (
  db: Db,
  { items, ...page }: Page<ListedPostRow>,
): Promise<Page<ListedPost>> =>
  mapPage({ ...page, items: await withMentionNames(db, items, 'content', 'excerpt') }, serializeListedPost)

export const serializeVersion = (row: ListedVersionRow) => ({
  version: row.version,
  title: row.title,
  category_name: row.category_name,
  editor_name: row.editor_name,
  saved_at: toIso(row.saved_at),
})
