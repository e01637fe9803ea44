import type { Element, Root, RootContent } from 'hast'
import { wordsIn } from './file-links.ts'
import { walk } from './tree.ts'

/** As GitHub makes them, of letters with accents too: 'Mi sección: dos' is `mi-sección-dos`. */
const slugOf = (words: string) =>
  words
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-')

/** Rehype plugin: headings get ids, repeated ones with a number, and links to them (`#mi-sección`) lead there. */
export function headingIds({ prefix }: { prefix: string }) {
  return (tree: Root) => {
    /** Each with the last number that was added to it. */
    const slugs = new Map<string, number>()
    const links: Element[] = []
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'element') continue
      if (String(node.properties.href ?? '').startsWith('#')) links.push(node)
      // the footnotes' heading has one
      if (!/^h[1-6]$/.test(node.tagName) || node.properties.id) continue
      const slug = slugOf(wordsIn(node))
      let own = slug
      for (let number = slugs.get(slug) ?? 0; slugs.has(own); slugs.set(slug, number)) own = `${slug}-${++number}`
      slugs.set(own, 0)
      node.properties.id = prefix + own
    }
    for (const { properties } of links) {
      const slug = slugOf(decoded(String(properties.href).slice(1)))
      if (slugs.has(slug)) properties.href = `#${prefix}${slug}`
    }
  }
}

function decoded(fragment: string) {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
