import type { LinkKind } from '../../contract/link-tokens.ts'

/** A token with these words; braces and line ends, which a label can't hold, are written otherwise. */
export const tokenOf = (kind: LinkKind, id: string, label: string) =>
  `{{${kind}:${id}|${label.replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ').trim()}}}`
