import type { Root, RootContent, Text } from 'mdast'
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { gfm } from 'micromark-extension-gfm'
import { linkToken } from '../../content/link-tokens.ts'
import { limits } from '../../limits.ts'
import { mentionToken, showMentions } from '../mentions.ts'
import { mentionOpening, opening, unescapeTokens } from './token-placeholders.ts'
import { plainText, walk } from './tree.ts'

declare module 'mdast' {
  interface LinkToken extends Node {
    type: 'linkToken'
    kind: string
    target: string
    /** The label, named so that `wordsOf` reads it. */
    alt: string
    source: string
    children: []
    data: { hName: string; hProperties: Record<string, string> }
  }
  interface Mention extends Node {
    type: 'mention'
    /** `@Name`, named so that `wordsOf` reads it. */
    alt: string
    children: []
    data: { hName: string; hProperties: Record<string, string> }
  }
  interface PhrasingContentMap {
    linkToken: LinkToken
    mention: Mention
  }
  interface RootContentMap {
    linkToken: LinkToken
    mention: Mention
  }
}
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    linkToken: 'linkToken'
    mention: 'mention'
  }
}

type Extension = ReturnType<typeof gfm>
type Construct = Extract<NonNullable<Extension['text']>[number], { tokenize: unknown }>

const codeOf = (sign: string) => sign.charCodeAt(0)

/** Takes a token whole: it ends at the first `end` somewhere after a `sign`. */
const construct = (name: 'linkToken' | 'mention', sign: string, end: string): Construct => ({
  tokenize(effects, ok) {
    let isNearEnd = false
    const inside: ReturnType<Construct['tokenize']> = (code) => {
      const isEnd = isNearEnd && code === codeOf(end)
      isNearEnd ||= code === codeOf(sign)
      effects.consume(code)
      if (!isEnd) return inside
      effects.exit(name)
      return ok
    }
    return (code) => {
      effects.enter(name)
      effects.consume(code)
      return inside
    }
  },
})

const toNode: FromMarkdown = {
  enter: {
    mention(token) {
      const source = unescapeTokens(this.sliceSerialize(token))
      const [, name = '', id = ''] = [...source.matchAll(mentionToken)][0] ?? []
      const data = { hName: 'mention-name', hProperties: { target: id.toLowerCase(), label: name } }
      this.enter({ type: 'mention', alt: `@${name}`, children: [], data }, token)
    },
    linkToken(token) {
      const source = unescapeTokens(this.sliceSerialize(token))
      const [, kind = '', target = '', label = ''] = [...source.matchAll(linkToken)][0] ?? []
      const named = { kind: kind.toLowerCase(), target: target.toLowerCase(), label }
      const data = { hName: 'link-token', hProperties: named }
      this.enter({ type: 'linkToken', ...named, alt: label, source, children: [], data }, token)
    },
  },
  exit: {
    mention(token) {
      this.exit(token)
    },
    linkToken(token) {
      this.exit(token)
    },
  },
}

const textFields = ['value', 'url', 'title', 'alt', 'label', 'identifier', 'meta', 'lang'] as const

/**
 * `{{file:ID|label}}`, `{{post:ID|label}}` and mentions become elements. In links only the words are left; in code link tokens
 * stay as typed, and mentions are `@Name`.
 */
export function linkTokens(this: { data(): unknown }) {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }
  const text = {
    [codeOf(opening)]: construct('linkToken', '}', '}'),
    [codeOf(mentionOpening)]: construct('mention', ']', ')'),
  }
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text }]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), toNode]
  return (tree: Root) => {
    let count = 0
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'linkToken' && ++count > limits.maxLinksPerText)
        parent.children.splice(index, 1, plainText(node.source, true))
      if (node.type === 'link' || node.type === 'linkReference') replaceByLabels(node)
      const fields = node as unknown as Record<string, unknown>
      for (const field of textFields) {
        const value = fields[field]
        if (typeof value === 'string') fields[field] = showMentions(unescapeTokens(value))
      }
    }
  }
}

/** Links can't be nested. */
function replaceByLabels(link: { type: string; children: RootContent[] }) {
  for (const { node, parent, index } of walk<RootContent>(link))
    if (node.type === 'linkToken' || node.type === 'mention')
      parent.children.splice(index, 1, { type: 'text', value: node.alt } satisfies Text)
}
