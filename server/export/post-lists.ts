import { toIso } from '../lib/time.ts'
import { hrefFrom } from '../pages/href-from.ts'
import type { SiteExport } from './export.ts'
import { type Html, html } from './html.ts'
import { createList } from './list.ts'
import { postPath, yearPath } from './post-path.ts'
import { type ListedPost, listPublished, type PostFilter } from './queries.ts'
import { texts } from './texts.ts'

const batchSize = 1000
const names = { before: texts.newer, after: texts.older }

async function* publishedPosts({ db }: SiteExport, filter: PostFilter) {
  let after: ListedPost | undefined
  do {
    const posts = await listPublished(db, filter, after, batchSize)
    yield* posts
    after = posts.length === batchSize ? posts.at(-1) : undefined
  } while (after)
}

function entryOf(siteExport: SiteExport, page: string, post: ListedPost, facts: Html) {
  const path = postPath(siteExport.dates, post)
  const item = html`<li><a class="title" href="${hrefFrom(page, path)}">${post.title}</a> <span class="facts">${facts}</span></li>`
  const json = {
    id: post.id,
    title: post.title,
    author: post.author_name,
    category: post.category_id === null ? null : (siteExport.categories.get(post.category_id)?.name ?? null),
    published_at: toIso(post.published_at),
    path,
  }
  return { item, json }
}

/** All posts of a year by month; returns the years with their numbers of posts, newest first. */
export async function exportYears(siteExport: SiteExport) {
  const { dates } = siteExport
  const years: { year: string; count: number }[] = []
  let list: ReturnType<typeof createList> | undefined
  const endYear = () => {
    const last = years.at(-1)
    if (last && list) last.count = list.end()
  }
  for await (const post of publishedPosts(siteExport, {})) {
    const year = dates.isoDay(post.published_at).slice(0, 4)
    if (year !== years.at(-1)?.year) {
      endYear()
      years.push({ year, count: 0 })
      const above = html`<a href="index.html">${texts.posts}</a>`
      list = createList(siteExport, { base: `posts/${year}`, title: year, names, above, className: 'titles' })
    }
    const facts = html`<bdi>${post.author_name}</bdi> · ${dates.day(post.published_at)}`
    list?.add({ heading: dates.monthName(post.published_at), ...entryOf(siteExport, yearPath(year), post, facts) })
  }
  endYear()
  return years
}

interface ListOf {
  /** Path without its ending. */
  base: string
  title: string
  filter: PostFilter
  above: Html
  facts?: Html
}

/** The posts of a category or an author by year. */
export async function exportPostList(siteExport: SiteExport, { base, title, filter, above, facts }: ListOf) {
  const list = createList(siteExport, { base, title, names, above, className: 'titles', ...(facts && { facts }) })
  for await (const post of publishedPosts(siteExport, filter)) {
    const day = siteExport.dates.day(post.published_at)
    const entryFacts = filter.authorId === undefined ? html`<bdi>${post.author_name}</bdi> · ${day}` : html`${day}`
    const heading = siteExport.dates.isoDay(post.published_at).slice(0, 4)
    list.add({ heading, ...entryOf(siteExport, `${base}.html`, post, entryFacts) })
  }
  return list.end()
}
