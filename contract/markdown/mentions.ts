import { withoutCode } from '../content/link-tokens.ts'
import { limits } from '../limits.ts'

interface Named {
  id: string
  name: string
}

/** `@[Name](id)`: the name when the text was written, and the person (docs/decisions/056-mentions.md). */
export const mentionToken = /@\[([^[\]\r\n]{1,120})\]\(([0-9a-f]{32})\)/gi

/** A token has no brackets in its name. */
const bracketless = (name: string) => name.replaceAll('[', '(').replaceAll(']', ')')

/** A mentioned person as texts show them: `@Name`. */
export const shownMention = ({ name }: { name: string }) => `@${bracketless(name)}`

export const formatMention = ({ id, name }: Named) => `@[${bracketless(name)}](${id})`

/** The text with `@Name` in place of its tokens. */
export const showMentions = (text: string) => text.replace(mentionToken, '@$1')

/** A token that the cut of a text left without its end. */
const cutMention = /@\[[^[\]\r\n]{0,120}(?:\]\([0-9a-f]{0,32})?$/i

/** The beginning of a longer text, without a mention that was cut. */
export const withoutCutMention = (beginning: string) => beginning.replace(cutMention, '')

/** Everybody whom the tokens of a text name, without repeats. */
export const mentionsIn = (text: string): Named[] => [
  ...new Map(
    [...text.matchAll(mentionToken)].map(([, name = '', id = '']) => [
      id.toLowerCase(),
      { id: id.toLowerCase(), name },
    ]),
  ).values(),
]

/** Ids of the people whom a text names outside of code, at most `limits.maxMentionsPerText`. */
export const mentionedIds = (text: string) =>
  text.includes('@[')
    ? mentionsIn(withoutCode(text))
        .map(({ id }) => id)
        .slice(0, limits.maxMentionsPerText)
    : []
