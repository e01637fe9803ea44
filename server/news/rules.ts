import { createHash } from 'node:crypto'
import type { NewNewsItem, NewsItem, NewsText } from '../../contract/news.ts'
import { record } from '../audit/rules.ts'
import { mapPage } from '../db/page.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { insertOnce, lockNamed, lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import { matchesVersion } from '../http/reply.ts'
import type { SignedIn } from '../http/serve.ts'
import { editMoment, toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { removed, saved } from '../text-effects/saved.ts'
import {
  countNews,
  deleteNewsRow,
  findNewsByUrlKey,
  findNewsRow,
  insertNews,
  listNews,
  type NewsRow,
  updateNewsRow,
} from './queries.ts'

const example: NewsText = {
  title: 'La Biblioteca de Alejandría en la Wikipedia',
  url: 'https://es.wikipedia.org/wiki/Biblioteca_de_Alejandr%C3%ADa',
  comment: 'Una noticia de ejemplo: aquí se comparten enlaces con un título y, si se quiere, un comentario.',
}

const serializeNewsItem = (row: NewsRow): NewsItem => ({
  ...row,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  reactions: readReactions(row.reactions),
})

async function findNewsItem(db: Db, id: string): Promise<NewsItem | undefined> {
  const row = await findNewsRow(db, id)
  return row && serializeNewsItem(row)
}

export const readNews = async ({ db }: Services, options: Parameters<typeof listNews>[1]) =>
  mapPage(await listNews(db, options), serializeNewsItem)

export const readNewsItem = async ({ db }: Services, user: SignedIn, id: string): Promise<NewsItem> =>
  authorize(user, 'news.read', await findNewsItem(db, id))

export async function findShared({ db }: Services, url: string, except?: string) {
  const row = await findNewsByUrlKey(db, urlKey(url), except)
  return { item: row ? serializeNewsItem(row) : null }
}

const newRow = ({ now, newId }: Services, user: SignedIn, { title, url, comment, client_id }: NewNewsItem) => {
  const created_at = now()
  return {
    id: newId(),
    title,
    url,
    url_key: urlKey(url),
    comment: comment ?? null,
    author_id: user.id,
    client_id: client_id ?? null,
    created_at,
    updated_at: created_at,
  }
}

async function addNews(services: Services, tx: Db, user: SignedIn, row: ReturnType<typeof newRow>) {
  await insertNews(tx, row)
  await saved(services, tx, user, 'news', { after: row })
}

/** Idempotent by `client_id`: a repeat returns the first item. */
export async function shareNews(services: Services, user: SignedIn, item: NewNewsItem) {
  const { db } = services
  const row = newRow(services, user, item)
  const id = await insertOnce(db, 'news', { by: user.id, client_id: row.client_id }, async () => {
    await services.disk.requireSpaceForText()
    return transaction(db, async (tx) => {
      await addNews(services, tx, user, row)
      return row.id
    })
  })
  return (await findNewsItem(db, id)) ?? fail('not_found')
}

/** Adds an example to an empty list, once for concurrent calls. */
export const initializeNews = (services: Services, user: SignedIn) =>
  transaction(services.db, async (tx) => {
    // other transactions that initialize the list wait
    await lockNamed(tx, 'news')
    if ((await countNews(tx)) > 0) return { message: 'La colección de noticias ya tiene contenido.' }
    const row = newRow(services, user, example)
    await addNews(services, tx, user, row)
    await record(services, tx, user, 'news_initialized', { target: row.title })
    return { message: 'La colección de noticias se ha inicializado con una noticia de ejemplo.' }
  })

/** 412 if `ifMatch` names another version; the version is the moment of the last change. */
export async function updateNews(services: Services, user: SignedIn, id: string, text: NewsText, ifMatch?: string) {
  await services.disk.requireSpaceForText()
  return transaction(services.db, async (tx) => {
    await lockRow(tx, 'news', id)
    const item = authorize(user, 'news.edit', await findNewsItem(tx, id))
    if (!matchesVersion(ifMatch, Date.parse(item.updated_at))) fail('stale')
    const { title, url } = text
    const comment = text.comment ?? null
    if (title === item.title && url === item.url && comment === item.comment) return item
    const updated_at = editMoment(item.updated_at, services.now())
    await updateNewsRow(tx, item, { title, url, url_key: urlKey(url), comment, updated_at })
    const after = (await findNewsItem(tx, id)) ?? fail('not_found')
    await saved(services, tx, user, 'news', { before: item, after })
    return after
  })
}

export const deleteNews = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'news', id)
    const item = authorize(user, 'news.delete', await findNewsItem(tx, id))
    await removed(services, tx, user, 'news', item)
    await deleteNewsRow(tx, item)
  })

const trackingParameters = new Set([
  ...['fbclid', 'gclid', 'dclid', 'gbraid', 'wbraid', 'msclkid', 'yclid', 'twclid', 'ttclid', 'li_fat_id', 'srsltid'],
  ...['igsh', 'igshid', 'mc_cid', 'mc_eid', 'mkt_tok', '_ga', '_gl', '_hsenc', '_hsmi', 'ref_src', 'vero_id'],
])
/** Hosts where the parameter `si` names the person who shared the link; on others it may be part of the address. */
const sharingHosts = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'open.spotify.com'])
/** PostgreSQL's indexes take no more than some 2,700 bytes of a row. */
const maxKeyLength = 500

/** Equal for addresses of the same page. */
function urlKey(address: string) {
  const url = new URL(address)
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '')
  const query = [...url.searchParams]
    .filter(
      ([name]) =>
        !/^utm_/i.test(name) &&
        !trackingParameters.has(name.toLowerCase()) &&
        !(name === 'si' && sharingHosts.has(host)),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const path = url.pathname.replace(/\/+$/, '')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const key = `${host}${url.port && `:${url.port}`}${path}${search}`
  return key.length > maxKeyLength ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key
}
