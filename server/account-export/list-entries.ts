import { showMentions } from '../../contract/markdown/mentions.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { toIso } from '../lib/time.ts'
import type { ZipEntry } from '../lib/zip.ts'
import { messageToHtml } from '../markdown/message-to-html.ts'
import { addressesIn } from './addresses.ts'
import { type AccountExport, textEntry } from './export.ts'
import { json, list, page, plainText, webLink } from './pages.ts'
import { byPeriod } from './periods.ts'
import { readMessages, readNews } from './queries.ts'

/** Messages of the chat as JSON, and as a page a month. */
export async function* messageEntries(made: AccountExport): AsyncGenerator<ZipEntry> {
  const { layout, services, moments } = made
  if (layout.messageSeqs.length === 0) return
  const read = () => readMessages(services.db, layout.messageSeqs)
  async function* objects() {
    for await (const { id, message, created_at } of read())
      yield { id, message: showMentions(message), created_at: toIso(created_at) }
  }
  yield textEntry('mensajes.json', json(objects()), layout.madeAt)
  const months = {
    ...{ pages: made.pages.messages, folder: 'mensajes' },
    title: (_month: string, at: number) => `Mensajes de ${layout.dates.month(at)}`,
  }
  yield* byPeriod(
    made,
    months,
    (day) => day.slice(0, 'YYYY-MM'.length),
    read(),
    (path, { message, created_at }) => {
      const text = messageToHtml(message, addressesIn(path, services.settings.publicUrl, layout.targets))
      return `<p class="plain">${text}</p><p class="facts">${moments.dateAndTime(created_at)}</p>`
    },
  )
}

export async function* newsEntries({ layout, services, moments }: AccountExport): AsyncGenerator<ZipEntry> {
  if (layout.newsIds.length === 0) return
  const read = () => readNews(services.db, layout.newsIds)
  async function* objects() {
    for await (const { created_at, updated_at, ...item } of read())
      yield { ...item, created_at: toIso(created_at), updated_at: toIso(updated_at) }
  }
  async function* items() {
    yield '<ul class="items">'
    for await (const { title, url, comment, created_at } of read())
      yield `<li><p>${webLink(url, title)}</p>${comment ? plainText(comment) : ''}<p class="facts">${moments.date(created_at)}</p></li>\n`
    yield '</ul>'
  }
  yield textEntry('noticias.json', json(objects()), layout.madeAt)
  yield textEntry('noticias.html', page('noticias.html', 'Noticias', items()), layout.madeAt)
}

/** Links and videos of the archive. */
export function* linkEntries({ layout: { links, madeAt }, moments }: AccountExport): Generator<ZipEntry> {
  if (links.length === 0) return
  const objects = links.map(({ id, original_name, title, original_url, description, category_name, uploaded_at }) => ({
    ...{ id, name: original_name, title, url: original_url, description, category: category_name },
    added_at: toIso(uploaded_at),
  }))
  const items = links.map(
    ({ original_name, title, original_url, description, uploaded_at }) =>
      `<p>${webLink(original_url, title ?? original_name)}</p>${title === null ? '' : `<p class="facts">${escapeHtml(original_name)}</p>`}${description ? plainText(description) : ''}<p class="facts">${moments.date(uploaded_at)}</p>`,
  )
  yield textEntry('enlaces.json', `${JSON.stringify(objects, null, 1)}\n`, madeAt)
  yield textEntry('enlaces.html', page('enlaces.html', 'Enlaces del Archivo', [list(items)]), madeAt)
}
