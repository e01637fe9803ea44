import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Flag, Id, schema } from '../fields.ts'
import { limits } from '../limits.ts'

/** Things that people react to; `file` is a file, link or video of the archive. */
const reactionKinds = ['post', 'comment', 'message', 'news', 'file'] as const
export type ReactionKind = (typeof reactionKinds)[number]

/** An emoji under a thing; of several, the one that was used first comes first. */
export const Reaction = schema('Reaction', {
  emoji: z.string(),
  count: z.int(),
  /** The first people who used it; `count` may be higher. */
  user_ids: z.array(Id),
})
export type Reaction = z.output<typeof Reaction>

/** With names of the first people, and the caller's own one wherever it stands. */
export const NamedReaction = schema('NamedReaction', {
  ...Reaction.shape,
  is_mine: z.boolean(),
  names: z.array(z.string()),
})
export type NamedReaction = z.output<typeof NamedReaction>

const notAnEmoji = 'Tiene que ser un solo emoji'
let pattern: RegExp | undefined
/** Its first use takes a tenth of a second, in which its thousands of sequences are compiled. */
export function isEmoji(text: string) {
  // by the constructor: browsers that don't know the flag read this file too, and only the server validates
  pattern ??= /^\p{RGI_Emoji}$/v
  return pattern.test(text)
}
/** Keyboards and other programs may leave out the sign that asks for a coloured picture: ❤ is meant as ❤️. */
const variants = (text: string) => [text, `${text}\ufe0f`]

/** One emoji that all systems draw, in the form in which they exchange it. */
const Emoji = z.pipe(
  z.string({ error: notAnEmoji }).check(z.maxLength(limits.reactions.emoji, notAnEmoji)),
  z.pipe(
    z.transform((text: string) => {
      const trimmed = text.trim()
      return variants(trimmed).find(isEmoji) ?? ''
    }),
    z.string().check(z.minLength(1, notAnEmoji)),
  ),
)

const Target = z.object({ kind: z.enum(reactionKinds), id: Id })
const ChosenEmoji = schema('ChosenEmoji', { emoji: Emoji })

export const reactions = {
  read: endpoint('GET', '/reactions/:kind/:id', 'member', {
    summary:
      'Reactions to a thing with the names of the people, who come in the order of their reactions: of the first hundred of each emoji, or of `all`',
    params: Target,
    query: z.object({ all: z.optional(Flag) }),
    cost: ({ all }) => (all === 'true' ? limits.searchCost : 1),
    response: z.array(NamedReaction),
  }),
  add: endpoint('PUT', '/reactions/:kind/:id', 'member', {
    summary: 'React to a thing with an emoji; once for any number of calls. 409 for one more kind of emoji than fit',
    params: Target,
    body: ChosenEmoji,
    response: z.array(Reaction),
  }),
  remove: endpoint('DELETE', '/reactions/:kind/:id', 'member', {
    summary: "Take back one's own reaction with this emoji; no effect without one",
    params: Target,
    body: ChosenEmoji,
    response: z.array(Reaction),
  }),
}
