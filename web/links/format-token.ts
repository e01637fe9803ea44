import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { ArchiveFile } from '../../contract/files.ts'

/** A label can't contain braces or line ends: they become parentheses and spaces. */
export const formatToken = (kind: LinkKind, id: string, label: string) =>
  `{{${kind}:${id}|${label.replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ').trim()}}}`

/** An image of the archive in a text. Without another description its name has to do, without the extension. */
export function formatImage({ id, original_name }: ArchiveFile, description = original_name) {
  const alt = description === original_name ? original_name.replace(/\.[^.]*$/, '') : description
  return `![${alt.replace(/[[\]{}<>\\`*|\s]+/g, ' ').trim()}](file:${id})`
}
