import type { Root, RootContent } from 'hast'
import { walk } from '../../../contract/markdown/plugins/tree.ts'
import { safeUrl } from '../../../contract/markdown/safe-url.ts'

type UrlInfo = { isOwn: boolean; isWeb: boolean; isSecure: boolean; host: string }

export function urlInfo(url: string): UrlInfo {
  const parsed = URL.parse(url, location.href)
  const protocol = parsed?.protocol ?? ''
  return {
    isOwn: parsed?.origin === location.origin,
    isWeb: /^https?:$/.test(protocol),
    isSecure: protocol === 'https:',
    host: parsed?.hostname.replace(/^www\./, '') || url,
  }
}

export interface ExternalImages {
  count: number
  hosts: Set<string>
}

/** The host of an external image. The content security policy refuses plain http. */
export function externalHost(src: unknown): string | undefined {
  const address = typeof src === 'string' && safeUrl(src)
  const target = address ? urlInfo(address) : undefined
  return target && !target.isOwn && target.isSecure ? target.host : undefined
}

/** Rehype plugin, so that the text isn't parsed a second time. */
export function countExternalImages(found: ExternalImages) {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      const host = node.type === 'element' && node.tagName === 'img' && externalHost(node.properties.src)
      if (!host) continue
      found.count++
      found.hosts.add(host)
    }
  }
}
