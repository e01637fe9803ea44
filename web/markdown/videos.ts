import type { Link, Paragraph, PhrasingContent, Root, RootContent } from 'mdast'
import { youtubeVideo } from '../../contract/youtube.ts'
import { texts } from './texts.ts'
import { walk, wordsOf } from './tree.ts'

/** Players of one text; further links stay links, so that thousands of them can't hold the page. */
const most = 50

/**
 * A paragraph of nothing but YouTube links becomes their players. A link within a sentence stays where it is and its
 * player follows the paragraph. In titles and tables, where a player has no room, links are links. Links to Shorts say
 * so.
 */
export function videos() {
  return (tree: Root) => {
    let room = most
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'link') labelShort(node)
      if (node.type !== 'paragraph') continue
      const players = playersOf(node)
      if (!players.length || players.length > room) continue
      room -= players.length
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
  return paragraph.children.every((node) => isVideo(node) || node.type === 'break' || isBlank(node))
}

function isVideo(node: PhrasingContent): boolean {
  return node.type === 'link' && youtubeVideo(node.url) !== null
}

function isBlank(node: PhrasingContent): boolean {
  return node.type === 'text' && !node.value.trim()
}

function labelShort(link: Link): void {
  if (!youtubeVideo(link.url)?.isShort || wordsOf(link).endsWith(texts.short)) return
  link.children.push({ type: 'text', value: ` ${texts.short}` })
}
