import type { Link, Paragraph, PhrasingContent, Root, RootContent } from 'mdast'
import { youtubeVideo } from '../../content/youtube.ts'
import { texts } from '../texts.ts'
import { walk, wordsOf } from './tree.ts'

/** Further links stay links, so that thousands of players can't block the page. */
const maxPlayers = 50

/**
 * A paragraph of nothing but YouTube links becomes players. A link within a sentence stays, and its player follows the
 * paragraph. In headings and tables there are no players. Links to Shorts are marked '(Short)'.
 */
export function videos() {
  return (tree: Root) => {
    let remaining = maxPlayers
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'link') markShort(node)
      if (node.type !== 'paragraph') continue
      const players = playersOf(node)
      if (!players.length || players.length > remaining) continue
      remaining -= players.length
      parent.children.splice(index, 1, ...(isOnlyLinks(node) ? players : [node, ...players]))
    }
  }
}

function playersOf(paragraph: Paragraph): RootContent[] {
  const players = new Map<string, RootContent>()
  for (const { node } of walk<RootContent>({ type: 'root', children: [...paragraph.children] })) {
    const video = node.type === 'link' && youtubeVideo(node.url)
    if (video && !players.has(video.id)) players.set(video.id, player(node, video.isShort))
  }
  return [...players.values()]
}

function player(link: Link, isShort: boolean): RootContent {
  const words = wordsOf(link).trim()
  const title = !words || URL.canParse(words) || /^www\./.test(words) ? texts.video : words
  return {
    type: 'paragraph',
    children: [],
    data: {
      hName: 'youtube-video',
      hProperties: { href: link.url, title: isShort ? `${title} ${texts.short}` : title },
    },
  }
}

function isOnlyLinks(paragraph: Paragraph): boolean {
  return paragraph.children.every(
    (node) => (node.type === 'link' && youtubeVideo(node.url)) || node.type === 'break' || isBlank(node),
  )
}

function isBlank(node: PhrasingContent): boolean {
  return node.type === 'text' && !node.value.trim()
}

function markShort(link: Link): void {
  if (!youtubeVideo(link.url)?.isShort || wordsOf(link).endsWith(texts.short)) return
  link.children.push({ type: 'text', value: ` ${texts.short}` })
}
