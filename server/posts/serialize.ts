import { limits } from '../../contract/limits.ts'
import { showMentions } from '../../contract/markdown/mentions.ts'
import type { Post as ApiPost, ListedPost } from '../../contract/posts.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { mapPage, type Page } from '../db/page.ts'
import { readReactions } from '../db/reactions.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { signUrl } from '../http/signed-urls.ts'
import { firstCharacters } from '../lib/first-characters.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import type { ListedPostRow, PostRow } from './queries/post.ts'
import type { ListedVersionRow } from './queries/versions.ts'

/** Post of the API with its version, the ETag, and its content as it is stored, with the names of then. */
export type Post = ApiPost & { version: number; stored_content: string }

/** With `@Name` for mentions; a longer name shortens it. */
function shownExcerpt(row: Pick<ListedPostRow, 'excerpt' | 'excerpt_cut'>) {
  const shown = showMentions(row.excerpt)
  const excerpt = firstCharacters(shown, limits.excerpt)
  return { excerpt, excerpt_cut: row.excerpt_cut === 1 || excerpt.length < shown.length }
}

const commonFields = (row: Omit<PostRow, 'content'>) => ({
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

const serializeListedPost = ({ content, ...row }: ListedPostRow): ListedPost => ({
  ...commonFields(row),
  ...(content !== undefined && { content }),
  cover_url: null,
})

export const serializePost = (row: PostRow, stored_content: string): Post => ({
  ...commonFields(row),
  content: row.content,
  stored_content,
  version: row.version,
})

/** Posts of a list for one user, with the present names of those whom they name. */
export async function serializeListedPosts(
  services: Services,
  { session_id }: SignedIn,
  { items, ...page }: Page<ListedPostRow>,
): Promise<Page<ListedPost>> {
  const rows = await withMentionNames(services.db, items, 'content', 'excerpt')
  const listed = mapPage({ ...page, items: rows }, serializeListedPost)
  // without covers it is the same for everybody, and made once
  if (rows.every(({ cover_id }) => cover_id === null)) return listed
  const covered = listed.items.map((post, index) => {
    const id = rows[index]?.cover_id
    return id ? { ...post, cover_url: signUrl(services, { id, rendition: 'thumb', session_id }) } : post
  })
  return { ...listed, items: covered }
}

export const serializeVersion = (row: ListedVersionRow) => ({
  version: row.version,
  title: row.title,
  category_name: row.category_name,
  editor_name: row.editor_name,
  saved_at: toIso(row.saved_at),
})
