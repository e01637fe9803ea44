import type { LinkKind } from '../../contract/content/link-tokens.ts'

/** A label can't contain braces or line ends: they become parentheses and spaces. */
export const formatToken = (kind: LinkKind, id: string, label: string) =>
  `{{${kind}:${id}|${label.replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ').trim()}}}`
