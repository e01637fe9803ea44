import { showMentions } from '../../contract/markdown/mentions.ts'
import { toIso } from '../lib/time.ts'
import { messageToHtml } from '../markdown/message-to-html.ts'
import { Html, html, timeElement } from './html.ts'
import { addressesIn, withLinks } from './links.ts'
import { writeLists } from './lists.ts'
import type { ListedMessage } from './queries.ts'
import type { Site } from './site.ts'

interface Options {
  folder: string
  titleOf(month: string): string
  above?: Html
}

/** Messages of the chat by month, oldest first. */
export function writeMessages(
  site: Site,
  messages: AsyncIterable<ListedMessage[]>,
  { folder, titleOf, above }: Options,
) {
  const { dates, scope } = site
  const linked = withLinks(site, messages, ({ message }) => message)
  return writeLists(site, linked, {
    baseOf: ({ row }) => `${folder}/${dates.isoDay(row.created_at).slice(0, 'YYYY-MM'.length)}`,
    nameOf: ({ row }) => dates.month(row.created_at),
    titleOf,
    above,
    className: 'messages',
    toEntry(page, { row, links }) {
      const text = new Html(messageToHtml(row.message, addressesIn(page, links)))
      const author = scope === 'everybody' && html`<b><bdi>${row.author_name}</bdi></b> `
      return {
        heading: dates.weekday(row.created_at),
        item: html`<li id="mensaje-${row.id}">${timeElement(row.created_at, dates.time)}<div>${author}<span class="message">${text}</span></div></li>`,
        json: messageObject(row),
      }
    },
  })
}

export const messageObject = ({ id, author_name, message, created_at, reply_to, edited_at }: ListedMessage) => ({
  id,
  author: author_name,
  message: showMentions(message),
  created_at: toIso(created_at),
  reply_to,
  edited_at: edited_at && toIso(edited_at),
})
