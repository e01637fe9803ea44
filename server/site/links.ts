import type { LinkKind } from '../../contract/content/link-tokens.ts'
import { placeOf } from '../../contract/content/places.ts'
import { batches } from '../lib/batches.ts'
import type { Addresses } from '../markdown/elements.ts'
import { hrefFrom } from './page.ts'
import type { Links, Site, Target } from './site.ts'

const idPattern = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi
const maxIds = 1000

/** All that these texts mention, in whatever way. */
export async function findLinks(site: Site, texts: (string | null)[]): Promise<Links> {
  const ids = new Set(texts.flatMap((text) => text?.match(idPattern) ?? []).map((id) => id.toLowerCase()))
  const { scope, publicUrl } = site
  const links: Links = { scope, publicUrl, targets: new Map(), comments: new Map() }
  for (const id of ids)
    for (const key of [`post ${id}`, `file ${id}`]) {
      const target = site.targets.get(key)
      if (target) links.targets.set(key, target)
    }
  if (!site.findMore) return links
  for (const batch of batches([...ids], maxIds)) {
    const { targets, comments } = await site.findMore(batch)
    for (const [key, target] of targets) links.targets.set(key, target)
    for (const [id, post] of comments) links.comments.set(id, post)
  }
  return links
}

/** Batches of rows with what their texts link to. */
export async function* withLinks<T>(site: Site, batches: AsyncIterable<T[]>, textOf: (row: T) => string) {
  for await (const rows of batches) {
    const links = await findLinks(site, rows.map(textOf))
    yield rows.map((row) => ({ row, links }))
  }
}

/** Pages of the community that have a page in the site of everybody's things. */
const samePages: Record<string, string> = {
  '/': 'index.html',
  '/home': 'index.html',
  '/blog': 'posts/index.html',
  '/files': 'archivo/index.html',
  '/news': 'noticias/index.html',
  '/chat': 'chat/index.html',
}

const unknownTitles = { post: 'Post de la comunidad', file: 'Archivo de la comunidad' }

/**
 * Addresses for texts in one page. In a person's own site what isn't there may be in the community, for its members; in
 * the other one nothing else is left of it.
 */
export function addressesIn(page: string, { scope, publicUrl, targets, comments }: Links): Addresses {
  const base = publicUrl ?? 'http://nowhere.invalid'
  const { origin } = new URL(base)
  const isOwn = scope === 'own'
  const inCommunity = (kind: LinkKind, id: string) => base + placeOf[kind]({ id })

  const hrefOf = ({ url, path, fragment }: Target) =>
    url ?? (path === undefined ? undefined : hrefFrom(page, path, fragment))

  function sameAddress({ pathname, hash }: URL) {
    const [, post = ''] = /^\/blog\/([0-9a-f]{32})\/?$/.exec(pathname.toLowerCase()) ?? []
    const [, comment = ''] = /^#comment-([0-9a-f]{32})$/.exec(hash) ?? []
    const path = targets.get(`post ${post}`)?.path
    if (path !== undefined)
      return hrefFrom(page, path, comments.get(comment) === post ? `comentario-${comment}` : undefined)
    const [, file = ''] = /^\/(?:api\/)?files\/([0-9a-f]{32})(?:\/|$)/i.exec(pathname) ?? []
    const found = targets.get(`file ${file.toLowerCase()}`)
    if (found) return hrefOf(found)
    const same = isOwn ? undefined : samePages[pathname.replace(/(?<=.)\/$/, '')]
    return same && hrefFrom(page, same)
  }

  return {
    target(kind, id) {
      const found = targets.get(`${kind} ${id}`)
      const href = found && hrefOf(found)
      if (href === undefined)
        return isOwn && id.length === 32
          ? { href: inCommunity(kind, id), title: found?.title ?? unknownTitles[kind] }
          : undefined
      const { title, picture, size } = found as Target
      return { href, title, ...(picture && { picture: hrefFrom(page, picture), size }) }
    },
    link(url) {
      const parsed = URL.parse(url, base)
      if (!parsed) return undefined
      const absolute = /^[a-z][a-z\d+.-]*:/i.test(url) ? url : parsed.href
      const isOurs = parsed.origin === origin && /^https?:$/.test(parsed.protocol)
      return isOurs ? (sameAddress(parsed) ?? (isOwn ? absolute : undefined)) : absolute
    },
    // a page that is opened from a disk asks no other site for pictures
    image(url) {
      const parsed = URL.parse(url, base)
      const [, id = ''] = /^\/api\/files\/([0-9a-f]{32})\//i.exec(parsed?.pathname ?? '') ?? []
      const picture = parsed?.origin === origin ? targets.get(`file ${id.toLowerCase()}`)?.picture : undefined
      return picture && hrefFrom(page, picture)
    },
  }
}
