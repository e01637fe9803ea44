import { parseMessage } from '../../contract/markdown/parse-message.ts'
import { safeUrl } from '../../contract/markdown/safe-url.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { type Addresses, isWeb, notFound } from './elements.ts'

function linkHtml(href: string, words: string, className?: string) {
  const rel = isWeb(href) ? ' rel="noopener noreferrer nofollow"' : ''
  return `<a href="${escapeHtml(href)}"${rel}${className ? ` class="${className}"` : ''}>${escapeHtml(words)}</a>`
}

/** A message of the chat as HTML, with its links, link tokens and mentions. */
export const messageToHtml = (message: string, addresses: Addresses): string =>
  parseMessage(message)
    .map((part) => {
      if (part.kind === 'text') return escapeHtml(part.text)
      if (part.kind === 'mention') return `<span class="mention">${escapeHtml(part.text)}</span>`
      if (part.kind === 'link') {
        const href = addresses.link(safeUrl(part.url))
        return href === undefined ? escapeHtml(part.text) : linkHtml(href, part.text)
      }
      const target = addresses.target(part.kind, part.target)
      if (target) return linkHtml(target.href, part.label || target.title, `${part.kind}-link`)
      return `<span class="not-found">${escapeHtml(`${part.label} ${notFound[part.kind]}`.trimStart())}</span>`
    })
    .join('')
