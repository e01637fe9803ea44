import { applyEdit, applyState, applyStateInBackground, normalizeLineEnds, stateOf } from '../editor-handle.ts'
import { isInFence, lineStart } from '../formatting/lines.ts'
import { isAddress } from '../formatting/links.ts'

const mayHaveStructure = /<(?:a|b|strong|i|em|h[1-6]|li)\b|font-weight|font-style|mso-list/i

/**
 * Pastes a text with links, bold, italics, lists or headings as Markdown: first as plain text, to which undo returns. False
 * for any other paste.
 */
export function pasteRichText(field: HTMLTextAreaElement, data: DataTransfer) {
  const html = data.getData('text/html')
  const pasted = normalizeLineEnds(data.getData('text/plain'))
  const { text, start, end } = stateOf(field)
  const ticks = text.slice(lineStart(text, start), start).match(/`/g)?.length ?? 0
  const isInCode = isInFence(text, start) || ticks % 2 === 1
  if (!pasted || isAddress(pasted.trim()) || !mayHaveStructure.test(html) || isInCode) return false
  const caret = start + pasted.length
  applyState(field, { text: applyEdit(text, { from: start, to: end, by: pasted }), start: caret, end: caret })
  void replaceByMarkdown(field, { html, pasted, start })
  return true
}

async function replaceByMarkdown(
  field: HTMLTextAreaElement,
  { html, pasted, start }: { html: string; pasted: string; start: number },
) {
  // without a connection it stays plain text
  const loaded = await import('./to-markdown.ts').catch(() => undefined)
  const converted = loaded?.toMarkdown(html)
  const now = stateOf(field)
  const end = start + pasted.length
  // written over meanwhile
  if (!converted || field.readOnly || now.text.slice(start, end) !== pasted || now.start < end) return
  // a list or a heading begins its line
  const isInLine = now.text.slice(lineStart(now.text, start), start).trim() !== ''
  const opening = isInLine && /^(?:#+|-|\d+\.) /.test(converted) ? '\n\n' : pasted.replace(/\S.*$/s, '')
  const markdown = opening + converted + (/\s*$/.exec(pasted)?.[0] ?? '')
  const moved = (at: number) => at - pasted.length + markdown.length
  const next = applyEdit(now.text, { from: start, to: end, by: markdown })
  applyStateInBackground(field, { text: next, start: moved(now.start), end: moved(now.end) })
}
