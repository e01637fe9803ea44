import { readInBatches } from '../../lib/batches.ts'
import { toIso } from '../../lib/time.ts'
import { type Html, html } from '../html.ts'
import { writeLists } from '../lists.ts'
import { hrefFrom } from '../page.ts'
import { type ListedPost, listPublished, type PostFilter } from '../queries.ts'
import { texts } from '../texts.ts'
import { postPath, type SiteOfAll } from './site.ts'

const batchSize = 1000
const lists = { isNewestFirst: true, names: { before: texts.newer, after: texts.older }, className: 'titles' }

const publishedPosts = ({ db }: SiteOfAll, filter: PostFilter) =>
  readInBatches(batchSize, (after: ListedPost | undefined, limit) => listPublished(db, filter, after, limit))

function entryOf({ dates, categories }: SiteOfAll, page: string, post: ListedPost, heading: string, facts: Html) {
  const path = postPath(dates, post)
  const item = html`<li><a class="title" href="${hrefFrom(page, path)}">${post.title}</a> <span class="facts">${facts}</span></li>`
  const json = {
    id: post.id,
    title: post.title,
    author: post.author_name,
    category: post.category_id === null ? null : (categories.get(post.category_id)?.name ?? null),
    published_at: toIso(post.published_at),
    path,
  }
  return { heading, item, json }
}

const yearOf = ({ dates }: SiteOfAll, post: ListedPost) => dates.isoDay(post.published_at).slice(0, 'YYYY'.length)

/** All posts of a year by month. */
export function writeYears(site: SiteOfAll) {
  const { dates } = site
  return writeLists(site, publishedPosts(site, {}), {
    ...lists,
    baseOf: (post) => `posts/${yearOf(site, post)}`,
    nameOf: (post) => yearOf(site, post),
    above: html`<a href="index.html">${texts.posts}</a>`,
    toEntry(page, post) {
      const facts = html`<bdi>${post.author_name}</bdi> · ${dates.day(post.published_at)}`
      return entryOf(site, page, post, dates.monthName(post.published_at), facts)
    },
  })
}

interface ListOf {
  /** Path without its ending. */
  base: string
  name: string
  filter: PostFilter
  above: Html
  facts?: Html | undefined
}

/** The posts of a category or an author by year. */
export function writePostList(site: SiteOfAll, { base, name, filter, above, facts }: ListOf) {
  return writeLists(site, publishedPosts(site, filter), {
    ...lists,
    baseOf: () => base,
    nameOf: () => name,
    above,
    facts,
    toEntry(page, post) {
      const day = site.dates.day(post.published_at)
      const author = filter.authorId === undefined && html`<bdi>${post.author_name}</bdi> · `
      return entryOf(site, page, post, yearOf(site, post), html`${author}${day}`)
    },
  })
}
