import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { ArchiveFile } from '../../contract/files.ts'

/** A label can't contain braces or line ends: they become parentheses and spaces. */
export const formatToken = (kind: LinkKind, id: string, label: string) =>
  `{{${kind}:${id}|${label.replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ').trim()}}}`

/** An image of the archive in a text. The name of a file is no description: lists and mails say 'foto' for it. */
export const formatImage = ({ id, original_name }: ArchiveFile, description = original_name) =>
  `![${description.replace(/[[\]{}<>\\`*|\s]+/g, ' ').trim()}](file:${id})`
