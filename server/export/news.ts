import { anchorOf } from '../../contract/pages.ts'
import { toIso } from '../lib/time.ts'
import type { SiteExport } from './export.ts'
import { html } from './html.ts'
import { createList } from './list.ts'
import { type ListedNews, listNews } from './queries.ts'
import { texts } from './texts.ts'

const batchSize = 500

/** The shared links of each year; returns the years, newest first. */
export async function exportNews(siteExport: SiteExport) {
  const { db, dates } = siteExport
  const years: { year: string; count: number }[] = []
  let list: ReturnType<typeof createList> | undefined
  const endYear = () => {
    const last = years.at(-1)
    if (last && list) last.count = list.end()
  }
  let before: string | undefined
  do {
    const items = await listNews(db, before, batchSize)
    for (const item of items) {
      const year = dates.isoDay(item.created_at).slice(0, 4)
      // a clock that was set may have put later items into an earlier year
      if (!years.length || year < (years.at(-1)?.year ?? '')) {
        endYear()
        years.push({ year, count: 0 })
        list = createList(siteExport, {
          ...{ base: `noticias/${year}`, title: `${texts.news} de ${year}`, className: 'news' },
          above: html`<a href="index.html">${texts.news}</a>`,
          names: { before: texts.newer, after: texts.older },
        })
      }
      list?.add(entryOf(siteExport, item))
    }
    before = items.length === batchSize ? items.at(-1)?.id : undefined
  } while (before !== undefined)
  endYear()
  return years
}

function entryOf({ dates }: SiteExport, item: ListedNews) {
  const isWeb = /^https?:\/\//i.test(item.url)
  const title = html`<bdi>${item.title}</bdi>`
  const host = URL.parse(item.url)?.hostname.replace(/^www\./, '')
  return {
    item: html`<li id="${anchorOf.news(item.id)}"><p class="title">${
      isWeb ? html`<a href="${item.url}" rel="noopener noreferrer nofollow">${title}</a>` : title
    }</p>${
      item.comment &&
      html`
<p class="description">${item.comment}</p>`
    }
<p class="facts">${host ? `${host} · ${texts.by}` : texts.byAtStart} <bdi>${item.author_name}</bdi> · <time datetime="${toIso(item.created_at)}">${dates.day(
      item.created_at,
    )}</time></p></li>`,
    json: {
      id: item.id,
      title: item.title,
      url: item.url,
      comment: item.comment,
      author: item.author_name,
      created_at: toIso(item.created_at),
      updated_at: toIso(item.updated_at),
    },
  }
}
