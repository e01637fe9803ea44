import type { Root, RootContent } from 'hast'
import { placeOf, safeUrl } from './safe-url.ts'
import { walk } from './tree.ts'

/** The images of a text that other hosts would have to be asked for. */
export interface ForeignImages {
  count: number
  hosts: Set<string>
}

/** The host that an image would be loaded from, if it isn't ours. Plain http is refused by the page's policy anyway. */
export function foreignHost(src: unknown): string | undefined {
  const address = typeof src === 'string' && safeUrl(src)
  const place = address ? placeOf(address) : undefined
  return place && !place.isOwn && place.isSecure ? place.host : undefined
}

/** Counts them while the tree is made: each element is looked at once, and the text is not parsed again. */
export function countForeignImages(found: ForeignImages) {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      const host = node.type === 'element' && node.tagName === 'img' && foreignHost(node.properties.src)
      if (!host) continue
      found.count++
      found.hosts.add(host)
    }
  }
}
