import { showMentions } from '../../contract/markdown/mentions.ts'
import { toIso } from '../lib/time.ts'
import { messageToHtml } from '../markdown/message-to-html.ts'
import { addressesIn, findMentioned } from './addresses.ts'
import type { SiteExport } from './export.ts'
import { Html, html } from './html.ts'
import { createList } from './list.ts'
import { listMessages } from './queries.ts'
import { texts } from './texts.ts'

const batchSize = 1000

/** The chat by month, oldest first; returns the months. */
export async function exportChat(siteExport: SiteExport) {
  const { db, dates, progress } = siteExport
  const months: { month: string; title: string; count: number }[] = []
  let list: ReturnType<typeof createList> | undefined
  const endMonth = () => {
    const last = months.at(-1)
    if (last && list) last.count = list.end()
  }
  let after = 0
  for (;;) {
    const messages = await listMessages(db, after, batchSize)
    const mentioned = await findMentioned(
      siteExport,
      messages.map(({ message }) => message),
    )
    for (const { id, message, author_name, created_at, ...rest } of messages) {
      const month = dates.isoDay(created_at).slice(0, 7)
      // a clock that was set may have put later messages into an earlier month
      if (!months.length || month > (months.at(-1)?.month ?? '')) {
        endMonth()
        months.push({ month, title: dates.month(created_at), count: 0 })
        list = createList(siteExport, {
          ...{ base: `chat/${month}`, title: `${texts.chat}, ${dates.month(created_at)}`, className: 'messages' },
          above: html`<a href="index.html">${texts.chat}</a>`,
          names: { before: texts.earlier, after: texts.later },
        })
      }
      const text = new Html(messageToHtml(message, addressesIn(siteExport, 'chat/x.html', mentioned)))
      list?.add({
        heading: dates.weekday(created_at),
        item: html`<li id="mensaje-${id}"><time datetime="${toIso(created_at)}">${dates.time(created_at)}</time><div><b><bdi>${author_name}</bdi></b> <span class="message">${text}</span></div></li>`,
        json: {
          ...{
            id,
            author: author_name,
            message: showMentions(message),
            created_at: toIso(created_at),
            reply_to: rest.reply_to,
          },
          edited_at: rest.edited_at && toIso(rest.edited_at),
        },
      })
      progress.bytes(message.length)
    }
    if (messages.length < batchSize) break
    after = messages.at(-1)?.seq ?? after
  }
  endMonth()
  return months
}
