import { limits } from './limits.ts'

export type LinkKind = 'file' | 'post'

/**
 * `{{file:ID|label}}` and `{{post:ID|label}}` (SPEC §2, "Content link tokens"). A label has no braces and no line end:
 * so that an unclosed token ends where the next one begins, and thousands of them cost no more than their letters.
 */
export const linkToken = /\{\{(file|post):([0-9a-f]+)\|([^{}\r\n]*)\}\}/gi

/** `[label](file:ID)`, its reference form and `<file:ID>`. */
const fileLink = /(?:\]\(|\]:|<)[ \t]*<?file:([0-9a-f]{32})(?![0-9a-f])/gi

const isId = (id: string) => id.length === 32

/** What the tokens of a text lead to, code left out: ids in lower case, each once, at most `limits.linksOfText`. */
export function linkTargets(content: string): { kind: LinkKind; id: string }[] {
  const found = new Map<string, { kind: LinkKind; id: string }>()
  const add = (kind: string, id: string) => {
    const target = { kind: kind.toLowerCase() as LinkKind, id: id.toLowerCase() }
    if (isId(id) && found.size < limits.linksOfText) found.set(`${target.kind} ${target.id}`, target)
  }
  const text = withoutCode(content)
  for (const [, kind = '', id = ''] of text.matchAll(linkToken)) add(kind, id)
  for (const [, id = ''] of text.matchAll(fileLink)) add('file', id)
  return [...found.values()]
}

const fence = /^ {0,3}(`{3,}|~{3,})/

/** Fenced blocks and spans of code, as nearly as it takes no parser to see them. */
function withoutCode(content: string): string {
  let open = ''
  const kept: string[] = []
  for (const line of content.split(/\r\n|\r|\n/)) {
    const mark = fence.exec(line)?.[1] ?? ''
    if (open) {
      if (mark.startsWith(open) && line.trim() === mark) open = ''
    } else if (mark && !(mark[0] === '`' && line.slice(line.indexOf(mark) + mark.length).includes('`'))) open = mark
    else kept.push(line)
  }
  return kept.join('\n').replace(/(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^`])+\1(?!`)/g, ' ')
}
