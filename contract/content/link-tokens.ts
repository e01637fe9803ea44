import type { ArchiveFile } from '../files.ts'
import { limits } from '../limits.ts'

export type LinkKind = 'file' | 'post'

/**
 * `{{file:ID|label}}` and `{{post:ID|label}}` (SPEC §2, "Content link tokens"). A label has no
 * braces and no line end, so that matching thousands of unclosed tokens takes linear time.
 */
export const linkToken = /\{\{(file|post):([0-9a-f]+)\|([^{}\r\n]*)\}\}/gi

/** A label can't contain braces or line ends: they become parentheses and spaces. */
export const formatToken = (kind: LinkKind, id: string, label: string) =>
  `{{${kind}:${id}|${label.replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ').trim()}}}`

/**
 * A file in a text: shown, if that is asked for and it has a preview, or linked. The name of a file is no description: lists
 * and mails say 'foto' for it.
 */
export function formatFile(file: ArchiveFile, isShown: boolean, label = file.original_name) {
  if (!isShown || !file.thumb_url) return formatToken('file', file.id, label)
  return `![${label.replace(/[[\]{}<>\\`*|\s]+/g, ' ').trim()}](file:${file.id})`
}

/** `[label](file:ID)`, its reference form and `<file:ID>`. */
const fileLink = /(?:\]\(|\]:|<)[ \t]*<?file:([0-9a-f]{32})(?![0-9a-f])/gi

/** `![text](file:ID)`, or `![text][name]`, `![name][]` and `![name]`. The text may have brackets in pairs. */
const fileImage =
  /(?<!\\)!\[((?:[^[\]\\]|\\.|\[[^[\]]*\]){0,2000})\](?:\([ \t]*<?file:([0-9a-f]{32})>?(?:[ \t]+(?:"[^"\r\n]{0,300}"|'[^'\r\n]{0,300}'))?[ \t]*\)|\[([^[\]]*)\]|(?![[(]))/gis

const fileDefinition = /\[([^[\]]+)\]:[ \t]*<?file:([0-9a-f]{32})(?![0-9a-f])/gi
const definedName = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase()

const isId = (id: string) => id.length === 32

/** Targets of the tokens outside of code, in lower case, without repeats, at most `limits.maxLinksPerText`. */
export function linkTargets(content: string): { kind: LinkKind; id: string }[] {
  const found = new Map<string, { kind: LinkKind; id: string }>()
  const add = (kind: string, id: string) => {
    const target = { kind: kind.toLowerCase() as LinkKind, id: id.toLowerCase() }
    if (isId(id) && found.size < limits.maxLinksPerText) found.set(`${target.kind} ${target.id}`, target)
  }
  const text = withoutCode(content)
  for (const [, kind = '', id = ''] of text.matchAll(linkToken)) add(kind, id)
  for (const [, id = ''] of text.matchAll(fileLink)) add('file', id)
  return [...found.values()]
}

/**
 * The text with its images of files replaced. References are resolved by the definitions in `whole`. Adjacent images get a
 * space between them.
 */
export function replaceImages(text: string, replace: (alt: string, id: string) => string, whole = text): string {
  if (!text.includes('![')) return text
  const defined = new Map<string, string>()
  for (const [, label = '', id = ''] of whole.matchAll(fileDefinition))
    if (!defined.has(definedName(label))) defined.set(definedName(label), id)
  return text
    .replaceAll(')![', ') ![')
    .replace(fileImage, (image: string, alt: string, id?: string, label?: string) => {
      const target = id ?? defined.get(definedName(label || alt))
      return target === undefined ? image : replace(alt, target.toLowerCase())
    })
}

/** True for a text of an image that is only the name of its file. */
export const isImageName = (alt: string) =>
  /\.(?:apng|avif|bmp|gif|hei[cf]s?|ico|jfif|jpe?g|png|tiff?|webp)$/i.test(alt)

/** Ids of the files that a text shows as images, outside of code, in their order, without repeats. */
export function imageTargets(content: string): string[] {
  const ids = new Set<string>()
  replaceImages(withoutCode(content), (_alt, id) => {
    ids.add(id)
    return ''
  })
  return [...ids].slice(0, limits.maxLinksPerText)
}

const fence = /^ {0,3}(`{3,}|~{3,})/

/** Removes fenced blocks and code spans, approximately, without a parser. */
export function withoutCode(content: string): string {
  let open = ''
  const textLines: string[] = []
  for (const line of content.split(/\r\n|\r|\n/)) {
    const signs = fence.exec(line)?.[1] ?? ''
    if (open) {
      if (signs.startsWith(open) && line.trim() === signs) open = ''
    } else if (signs && !(signs[0] === '`' && line.slice(line.indexOf(signs) + signs.length).includes('`')))
      open = signs
    else textLines.push(line)
  }
  return textLines.join('\n').replace(/(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^`])+\1(?!`)/g, ' ')
}
