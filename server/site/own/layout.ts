import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import { findUserRow } from '../../accounts/queries.ts'
import { fail } from '../../http/fail.ts'
import type { SignedIn } from '../../http/serve.ts'
import { createDates } from '../../lib/dates.ts'
import { createUniquePaths, toFileName } from '../../lib/file-names.ts'
import { knownSize } from '../../markdown/elements.ts'
import type { Services } from '../../services.ts'
import { isLinkable } from '../files.ts'
import type { List } from '../lists.ts'
import {
  type ListedFile,
  listFiles,
  listMessageSeqs,
  listOwnIds,
  listOwnPosts,
  listReactions,
  type OwnPost,
} from '../queries.ts'
import type { Site, Target } from '../site.ts'

export type PlacedPost = OwnPost & { path: string }
export type PlacedFile = ListedFile & { bytes_key: string; path: string }

export type Layout = Awaited<ReturnType<typeof layOut>>

/** A person's own site, which is made while its ZIP is downloaded. */
export interface OwnSite extends Site, Layout {
  /** Posts that are still there when their turn comes. */
  written: Set<string>
  /** Files without bytes. */
  missing: Set<string>
  /** Lines of errores.txt. */
  faults: string[]
  lists: Record<'comments' | 'messages' | 'news' | 'links', List[]>
}

export const zipName = ({ account, dates, madeAt }: Layout) =>
  `${toFileName(`Alejandría de ${account.name} ${dates.isoDay(madeAt)}`, 'Alejandría')}.zip`

/** All that goes into a ZIP, with its paths, before a text is read: texts link to each other and to files. */
export async function layOut(
  services: Services,
  user: Omit<SignedIn, 'address'>,
  { withFiles }: { withFiles: boolean },
) {
  const { readDb: db } = services
  const dates = createDates(services.settings.timeZone)
  const account = (await findUserRow(db, user.id)) ?? fail('address_expired')
  const unique = createUniquePaths()

  function placePost(post: OwnPost): PlacedPost {
    const folder = post.published_at === null ? 'borradores' : 'posts'
    const name = toFileName(`${dates.isoDay(post.published_at ?? post.created_at)} ${post.title}`, 'post')
    return { ...post, path: unique(`${folder}/${name}.html`) }
  }
  const posts = (await listOwnPosts(db, user.id)).map(placePost)
  const all = await listFiles(db, { uploaderId: user.id })
  const files = all.flatMap((file): PlacedFile[] => {
    const { bytes_key } = file
    if (bytes_key === null) return []
    return [{ ...file, bytes_key, path: unique(`archivos/${toFileName(file.original_name, 'archivo')}`) }]
  })
  return {
    user,
    account,
    madeAt: services.now(),
    withFiles,
    dates,
    targets: new Map([
      ...posts.map(({ id, title, path }): [string, Target] => [`post ${id}`, { title, path }]),
      ...all.map(({ id, original_name }): [string, Target] => [`file ${id}`, { title: original_name }]),
      ...(withFiles ? files : []).map((file): [string, Target] => [`file ${file.id}`, targetOf(file)]),
    ]),
    posts,
    files,
    links: all.filter(({ original_url }) => original_url !== null),
    commentIds: await listOwnIds(db, 'comments', user.id),
    messageSeqs: await listMessageSeqs(db, user.id),
    newsIds: await listOwnIds(db, 'news', user.id),
    reactions: await listReactions(db, user.id),
  }
}

/** Id of a file's entry in index.html. */
export const entryId = ({ id }: PlacedFile) => `archivo-${id}`

function targetOf(file: PlacedFile): Target {
  const { original_name: title, file_type: type, path } = file
  return {
    title,
    ...(isLinkable(path) ? { path } : { path: 'index.html', fragment: entryId(file) }),
    ...(isShownEverywhere(type) && { picture: path, size: knownSize(file) }),
  }
}
