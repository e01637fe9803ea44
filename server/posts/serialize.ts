import { limits } from '../../contract/limits.ts'
import { showMentions } from '../../contract/markdown/mentions.ts'
import { type Post as ApiPost, type ListedPost, posts } from '../../contract/posts.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { mapPage } from '../db/page.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { createPageWriter, WrittenPage } from '../http/reply.ts'
import type { SignedIn } from '../http/serve.ts'
import { signUrl } from '../http/signed-urls.ts'
import { firstCharacters } from '../lib/first-characters.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import {
  type ListedPostRow,
  type ListedVersionRow,
  type ListOptions,
  listPosts,
  type PostRow,
  type Visible,
} from './queries.ts'

/** Post of the API with its version, the ETag, and its content as it is stored, with the names of then. */
export type Post = ApiPost & { version: number; stored_content: string }

/** With `@Name` for mentions; a longer name shortens it. */
function shownExcerpt(row: Pick<ListedPostRow, 'excerpt' | 'excerpt_cut'>) {
  const shown = showMentions(row.excerpt)
  const excerpt = firstCharacters(shown, limits.excerpt)
  return { excerpt, excerpt_cut: row.excerpt_cut === 1 || excerpt.length < shown.length }
}

const commonFields = (row: Omit<PostRow, 'content'>) => ({
  ...row,
  ...shownExcerpt(row),
  reading_minutes: Math.max(1, Math.round(row.word_count / limits.readingSpeed)),
  is_published: row.published_at !== null,
  published_at: row.published_at === null ? null : toIso(row.published_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  comment_count: row.comment_count ?? 0,
  reactions: readReactions(row.reactions),
})

const serializeListedPost = ({ content, ...row }: ListedPostRow): ListedPost & { cover_id: string | null } => ({
  ...commonFields(row),
  ...(content !== undefined && { content }),
  cover_url: null,
  cover_id: row.cover_id,
})

export const serializePost = (row: PostRow, stored_content: string): Post => ({
  ...commonFields(row),
  content: row.content,
  stored_content,
})

const writePage = createPageWriter(posts.list)

/**
 * A page of posts with the present names of those whom they name. Without covers it is the same for everybody; with some it
 * lacks their addresses: see `withCovers`. `listDb` has its own handle for a slow list.
 */
export async function readListedPosts(db: Db, visible: Visible, options: ListOptions, listDb = db) {
  const { items, ...page } = await listPosts(listDb, visible, options)
  const rows = await withMentionNames(db, items, 'content', 'excerpt')
  const listed = mapPage({ ...page, items: rows }, serializeListedPost)
  return rows.some(({ cover_id }) => cover_id !== null) ? listed : writePage(listed)
}

/** The page for one person, as addresses of files are signed for a session. */
export const withCovers = (
  services: Services,
  { session_id }: SignedIn,
  page: Awaited<ReturnType<typeof readListedPosts>>,
) =>
  page instanceof WrittenPage
    ? page
    : mapPage(
        page,
        ({ cover_id, ...post }): ListedPost => ({
          ...post,
          cover_url: cover_id && signUrl(services, { id: cover_id, rendition: 'thumb', session_id }),
        }),
      )

export const serializeVersion = (row: ListedVersionRow) => ({ ...row, saved_at: toIso(row.saved_at) })
