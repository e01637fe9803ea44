import { isShownInline } from '../../contract/content/file-kinds.ts'
import type { SignedIn } from '../auth/signed-in.ts'
import type { UserRow } from '../db/schema.ts'
import { fail } from '../http/fail.ts'
import { createUniquePaths, toFileName } from '../lib/file-names.ts'
import type { Services } from '../services.ts'
import { findUserRow } from '../users/queries.ts'
import {
  type ListedFile,
  type ListedPost,
  listCommentIds,
  listFiles,
  listMessageSeqs,
  listNewsIds,
  listPosts,
} from './queries.ts'

/** A post with the path of its pages, without an extension. */
export type PlacedPost = ListedPost & { path: string }
/** A file with the path of its bytes. */
export type PlacedFile = ListedFile & { bytes_key: string; path: string }
type Link = ListedFile & { original_url: string }

/** All that goes into a ZIP, with its paths, before a text is read: texts link to each other and to files. */
export interface Layout {
  user: Omit<SignedIn, 'address'>
  account: UserRow
  madeAt: number
  withFiles: boolean
  /** Of posts' pages and files, by kind and id: `post 3f2a…`. */
  paths: Map<string, string>
  /** Ids of files that a page can show. */
  pictures: Set<string>
  posts: PlacedPost[]
  files: PlacedFile[]
  links: Link[]
  commentIds: string[]
  messageSeqs: number[]
  newsIds: string[]
}

/** Made once for each time zone: it takes longer than formatting a thousand days. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** '2026-11-23', in the time zone of the setting. */
export function dayOf({ settings: { timeZone } }: Services, at: number) {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(at)
}

export const zipName = (services: Services, name: string) =>
  `${toFileName(`Alejandría de ${name} ${dayOf(services, services.now())}`, 'Alejandría')}.zip`

export async function layOut(
  services: Services,
  user: Layout['user'],
  { withFiles }: Pick<Layout, 'withFiles'>,
): Promise<Layout> {
  const { readDb: db } = services
  const account = (await findUserRow(db, user.id)) ?? fail('address_expired')
  const unique = createUniquePaths()
  const html = '.html'

  function placePost(post: ListedPost): PlacedPost {
    const folder = post.published_at === null ? 'borradores' : 'posts'
    const name = toFileName(`${dayOf(services, post.published_at ?? post.created_at)} ${post.title}`, 'post')
    return { ...post, path: unique(`${folder}/${name}${html}`).slice(0, -html.length) }
  }
  const posts = (await listPosts(db, user.id)).map(placePost)
  const all = await listFiles(db, user.id)
  const files = all.flatMap((file) => {
    const { bytes_key } = file
    if (bytes_key === null) return []
    return [{ ...file, bytes_key, path: unique(`archivos/${toFileName(file.original_name, 'archivo')}`) }]
  })
  const links = all.flatMap((file) =>
    file.original_url === null ? [] : [{ ...file, original_url: file.original_url }],
  )
  return {
    ...{ user, account, withFiles, madeAt: services.now(), posts, files, links },
    paths: new Map([
      ...posts.map(({ id, path }): [string, string] => [`post ${id}`, path + html]),
      ...(withFiles ? files : []).map(({ id, path }): [string, string] => [`file ${id}`, path]),
    ]),
    pictures: new Set(
      files.filter(({ file_type: type }) => type.startsWith('image/') && isShownInline(type)).map(({ id }) => id),
    ),
    commentIds: await listCommentIds(db, user.id),
    messageSeqs: await listMessageSeqs(db, user.id),
    newsIds: await listNewsIds(db, user.id),
  }
}

/** Relative URL of a path of the ZIP, for a page at another one. */
export const hrefFrom = (page: string, path: string) =>
  '../'.repeat(page.split('/').length - 1) + path.split('/').map(encodeURIComponent).join('/')
