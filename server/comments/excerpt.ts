import { showMentions } from '../../contract/markdown/mentions.ts'
import { firstCharacters } from '../lib/first-characters.ts'
import { excerptOf } from '../markdown/excerpt.ts'

/** Characters read of an answered comment. */
export const excerptSource = 1000
const length = 120

/** Quotes of the last answered comments: a list shows them again and again. */
const known = new Map<string, string>()
const maxKnown = 2000

/** The beginning of a comment as one line. */
export function commentExcerpt(content: string) {
  const excerpt = known.get(content) ?? beginningOf(content)
  if (known.size === maxKnown) known.clear()
  known.set(content, excerpt)
  return excerpt
}

function beginningOf(content: string) {
  const text = showMentions(excerptOf(content).excerpt)
  const first = firstCharacters(text, length)
  return first.length < text.length ? `${first.trimEnd()}…` : first
}
