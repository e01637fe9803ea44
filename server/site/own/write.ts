import type { Services } from '../../services.ts'
import { fileItem } from '../files.ts'
import { writeLists } from '../lists.ts'
import { messageObject, writeMessages } from '../messages.ts'
import { newsObject, writeNews } from '../news.ts'
import { listMessages, listNews } from '../queries.ts'
import { type Markdown, type Sink, writeRows } from '../site.ts'
import { texts } from '../texts.ts'
import { linkObject, writeFiles } from './files.ts'
import type { Layout, OwnSite } from './layout.ts'
import { writeSummary } from './summary.ts'
import { writeComments, writePosts } from './writings.ts'

/** Writes all of a person's own site. The first page comes last, when it is known what could be read. */
export async function writeOwn(services: Services, markdown: Markdown, layout: Layout, add: Sink['add']) {
  const { readDb: db, storage, settings, log } = services
  const site: OwnSite = {
    ...layout,
    scope: 'own',
    db,
    currentDb: services.db,
    storage,
    sink: { add },
    markdown,
    publicUrl: settings.publicUrl,
    frame: { home: '← Lo tuyo', areas: [], style: 'estilo.css' },
    reportFault({ original_name, bytes_key, file_size }, fault, path) {
      if (fault.kind === 'missing') log.error({ key: bytes_key }, 'the bytes of a file are missing')
      site.faults.push(
        fault.kind === 'damaged'
          ? `${path}: tiene ${fault.size} bytes y debería tener ${file_size}.`
          : `${original_name}: el archivo no está en el servidor.`,
      )
    },
    reportText: (id, err) => log.warn({ err, id }, 'a text could not become HTML'),
    written: new Set(),
    missing: new Set(),
    faults: [],
    lists: { comments: [], messages: [], news: [], links: [] },
  }
  // first, as texts don't link to missing files
  if (layout.withFiles) await writeFiles(site)
  await writePosts(site)
  site.lists.comments = await writeComments(site)
  site.lists.messages = await writeOwnMessages(site)
  site.lists.news = await writeOwnNews(site)
  site.lists.links = await writeLinks(site)
  await writeSummary(site)
}

/** Messages of the chat as JSON, and as a page a month. */
async function writeOwnMessages(site: OwnSite) {
  const read = (keys: number[]) => listMessages(site.db, { keys })
  const messages = await writeRows(site, 'mensajes.json', site.messageSeqs, read, messageObject)
  return writeMessages(site, messages, { folder: 'mensajes', titleOf: (month) => `Mensajes de ${month}` })
}

async function writeOwnNews(site: OwnSite) {
  const read = (keys: string[]) => listNews(site.db, { keys })
  const news = await writeRows(site, 'noticias.json', site.newsIds, read, newsObject)
  return writeNews(site, news, { baseOf: () => 'noticias', nameOf: () => texts.news })
}

/** Links and videos of the archive. */
async function writeLinks(site: OwnSite) {
  const links = await writeRows(site, 'enlaces.json', site.links, async (links) => links, linkObject)
  return writeLists(site, links, {
    baseOf: () => 'enlaces',
    nameOf: () => 'Enlaces del Archivo',
    names: { before: texts.older, after: texts.newer },
    className: 'files',
    toEntry: (page, row) => ({ item: fileItem(site, page, row, {}), json: linkObject(row) }),
  })
}
