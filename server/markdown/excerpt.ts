import { limits } from '../../contract/limits.ts'
import { mentionToken, showMentions, withoutCutMention } from '../../contract/markdown/mentions.ts'
import { beginningOf, firstCharacters } from '../lib/first-characters.ts'
import { plainText } from './plain-text.ts'

/**
 * Parsed characters: nearly always the first number is enough; the second is for posts that begin with badges or a long
 * address.
 */
const prefixLengths = [1_000, 6_000]

/**
 * First 200 characters (code points, whole as people see them) of a post as plain text: Markdown, HTML tags, link
 * tokens and footnotes are removed, white space is one space; mentions stay tokens, for the names that people have when it is
 * read. `cut` is true if the post is longer.
 */
export function excerptOf(content: string): { excerpt: string; cut: boolean } {
  const mentions: string[] = []
  const source = withoutCutMention(content.replace(/[\ufdd0\ufdd1]/g, '\ufffd')).replace(
    mentionToken,
    (token) => `\ufdd0${mentions.push(token) - 1}\ufdd1`,
  )
  for (const prefix of prefixLengths) {
    const { excerpt, cut } = firstOf(plainText(source.slice(0, prefix).replace(/\ufdd0\d*$/, ''), source), mentions)
    if (cut) return { excerpt: excerpt.trimEnd(), cut }
    if (source.length <= prefix) return { excerpt, cut }
    if (prefix === prefixLengths.at(-1)) return { excerpt, cut: source.slice(prefix).trim() !== '' }
  }
  return { excerpt: '', cut: false }
}

/** The beginning of a text as people read it, for quotes and notices. */
export const excerptLine = (content: string, length: number) =>
  beginningOf(showMentions(excerptOf(content).excerpt), length)

/** The first characters as they are shown; of mentions whole ones, as tokens. */
function firstOf(text: string, mentions: string[]): { excerpt: string; cut: boolean } {
  let excerpt = ''
  let room = limits.excerpt
  for (const part of text.split(/(\ufdd0\d+\ufdd1)/)) {
    const mention = part.startsWith('\ufdd0') ? mentions[Number(part.slice(1, -1))] : undefined
    const shown = mention === undefined ? part : showMentions(mention)
    const first = firstCharacters(shown, room)
    if (first.length < shown.length) return { excerpt: mention === undefined ? excerpt + first : excerpt, cut: true }
    excerpt += mention ?? part
    room -= [...shown].length
  }
  return { excerpt, cut: false }
}
