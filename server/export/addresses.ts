import { batches } from '../lib/batches.ts'
import type { Addresses } from '../markdown/elements.ts'
import { hrefFrom } from '../pages/href-from.ts'
import type { SiteExport } from './export.ts'
import { postPath } from './post-path.ts'
import { findPublished, listExistingComments } from './queries.ts'

const idPattern = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi
const maxIds = 1000

/** Pages of the community that have a page in the site. */
const samePages: Record<string, string> = {
  '/': 'index.html',
  '/home': 'index.html',
  '/blog': 'posts/index.html',
  '/files': 'archivo/index.html',
  '/news': 'noticias/index.html',
  '/chat': 'chat/index.html',
}

interface Mentioned {
  posts: Map<string, { title: string; path: string }>
  /** Ids of their posts. */
  comments: Map<string, string>
}

/** The published posts and the comments that some texts mention, in whatever way. */
export async function findMentioned({ db, dates }: SiteExport, texts: (string | null)[]): Promise<Mentioned> {
  const ids = new Set(texts.flatMap((text) => text?.match(idPattern) ?? []).map((id) => id.toLowerCase()))
  const found: Mentioned = { posts: new Map(), comments: new Map() }
  for (const batch of batches([...ids], maxIds)) {
    for (const post of await findPublished(db, batch))
      found.posts.set(post.id, { title: post.title, path: postPath(dates, post) })
    for (const { id, post_id } of await listExistingComments(db, batch)) found.comments.set(id, post_id)
  }
  return found
}

/** Addresses for texts in one page of the site. */
export function addressesIn({ files, publicUrl }: SiteExport, page: string, { posts, comments }: Mentioned): Addresses {
  const href = (path: string) => hrefFrom(page, path)

  function fileOf(id: string) {
    const file = files.get(id)
    return file && { file, href: file.isElsewhere ? file.target : hrefFrom(page, file.target, file.fragment) }
  }

  function ownAddress({ pathname, hash }: URL) {
    const [, post] = /^\/blog\/([0-9a-f]{32})\/?$/.exec(pathname.toLowerCase()) ?? []
    const [, comment = ''] = /^#comment-([0-9a-f]{32})$/.exec(hash) ?? []
    const found = post && posts.get(post)
    if (found) return `${href(found.path)}${comments.get(comment) === post ? `#comentario-${comment}` : ''}`
    const [, file] = /^\/(?:api\/)?files\/([0-9a-f]{32})(?:\/|$)/i.exec(pathname) ?? []
    if (file) return fileOf(file.toLowerCase())?.href
    const same = samePages[pathname.replace(/(?<=.)\/$/, '')]
    return same && href(same)
  }

  const base = publicUrl ?? 'http://nowhere.invalid'
  return {
    target(kind, id) {
      if (kind === 'post') {
        const post = posts.get(id)
        return post && { href: href(post.path), title: post.title }
      }
      const found = fileOf(id)
      if (!found) return undefined
      const { title, picture, size } = found.file
      return { href: found.href, title, ...(picture && { picture: href(picture), size }) }
    },
    link(url) {
      const parsed = URL.parse(url, base)
      if (!parsed) return undefined
      return parsed.origin === new URL(base).origin && /^https?:$/.test(parsed.protocol) ? ownAddress(parsed) : url
    },
    image(url) {
      const parsed = URL.parse(url, base)
      const [, id] = /^\/api\/files\/([0-9a-f]{32})\//i.exec(parsed?.pathname ?? '') ?? []
      const picture = parsed?.origin === new URL(base).origin && id ? files.get(id.toLowerCase())?.picture : undefined
      return picture && href(picture)
    },
  }
}
