import { anchorOf } from '../../contract/content/places.ts'
import { toIso } from '../lib/time.ts'
import { html, joined, timeElement, webLink } from './html.ts'
import { type ListOptions, writeLists } from './lists.ts'
import type { ListedNews } from './queries.ts'
import type { Site } from './site.ts'
import { texts } from './texts.ts'

type Options = Omit<ListOptions<ListedNews>, 'className' | 'toEntry'>

/** Lists of shared links. */
export const writeNews = (site: Site, news: AsyncIterable<ListedNews[]>, options: Options) =>
  writeLists(site, news, {
    ...options,
    className: 'news',
    toEntry: (_page, item) => ({ item: itemOf(site, item), json: newsObject(item) }),
  })

function itemOf({ dates, scope }: Site, { id, title, url, comment, author_name, created_at }: ListedNews) {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '')
  const author = html`${host ? texts.by : texts.byAtStart} <bdi>${author_name}</bdi>`
  const facts = joined([host, scope === 'everybody' && author, timeElement(created_at, dates.day)])
  return html`<li id="${anchorOf.news(id)}"><p class="title">${webLink(url, html`<bdi>${title}</bdi>`)}</p>${
    comment &&
    html`
<p class="description">${comment}</p>`
  }
<p class="facts">${facts}</p></li>`
}

export const newsObject = ({ id, title, url, comment, author_name, created_at, updated_at }: ListedNews) => ({
  id,
  title,
  url,
  comment,
  author: author_name,
  created_at: toIso(created_at),
  updated_at: toIso(updated_at),
})
