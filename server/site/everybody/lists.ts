// Lists of posts, and pages that lead to lists.
import { readInBatches } from '../../lib/batches.ts'
import { toIso } from '../../lib/time.ts'
import { type Html, html } from '../html.ts'
import { type List, type ListOptions, writeLists } from '../lists.ts'
import { hrefFrom, type Page } from '../page.ts'
import { type ListedPost, listPublished, type PostFilter } from '../queries.ts'
import { addPage, addText, type Site } from '../site.ts'
import { texts } from '../texts.ts'
import { categoryOf, postPath, type SiteOfAll } from './site.ts'

const batchSize = 1000

interface Options extends Pick<ListOptions<ListedPost>, 'baseOf' | 'nameOf' | 'above' | 'facts'> {
  filter: PostFilter
  /** Heading of the posts of a period, by their moments. */
  headingOf(at: number): string
}

/** Lists of posts, such as those of a category or an author, newest first. */
export function writePostLists(site: SiteOfAll, { filter, headingOf, ...options }: Options) {
  const { db, dates } = site
  const read = (after: ListedPost | undefined, limit: number) => listPublished(db, filter, after, limit)
  return writeLists(site, readInBatches(batchSize, read), {
    ...options,
    isNewestFirst: true,
    className: 'titles',
    toEntry(page, post) {
      const path = postPath(dates, post)
      const author = filter.authorId === undefined && html`<bdi>${post.author_name}</bdi> · `
      const facts = html`${author}${dates.day(post.published_at)}`
      const item = html`<li><a class="title" href="${hrefFrom(page, path)}">${post.title}</a> <span class="facts">${facts}</span></li>`
      const json = {
        id: post.id,
        title: post.title,
        author: post.author_name,
        category: categoryOf(site, post)?.name ?? null,
        published_at: toIso(post.published_at),
        path,
      }
      return { heading: headingOf(post.published_at), item, json }
    },
  })
}

export interface Entry {
  name: string
  path: string
  count: string
}

/** A list as an entry of an index. */
export const entryOf =
  (format: (count: number) => string) =>
  ({ name, path, count }: List): Entry => ({ name, path, count: format(count) })

const listOf = (page: string, entries: Entry[]) =>
  entries.length === 0
    ? html`<p class="none">${texts.none}</p>`
    : html`<ul class="index">${entries.map(
        ({ name, path, count }) => html`
<li><a href="${hrefFrom(page, path)}"><bdi>${name}</bdi></a> <span class="facts">${count}</span></li>`,
      )}
</ul>`

async function write(site: Site, page: Page, body: Html, object: object) {
  const source = { path: page.path.replace(/html$/, 'json'), type: 'JSON' as const }
  await addPage(site, { ...page, source }, [body.text])
  await addText(site, source.path, `${JSON.stringify(object, undefined, 1)}\n`)
}

/** The page of an area, with links to its lists, and the same as JSON. */
export function writeIndex(site: Site, folder: string, title: string, entries: Entry[], hint?: string) {
  const path = `${folder}/index.html`
  return write(
    site,
    { path, title, facts: hint === undefined ? undefined : html`${hint}` },
    listOf(path, entries),
    entries,
  )
}

/** The first page: what there is, and since when. */
export function writeHome(site: Site, areas: Entry[], years: Entry[]) {
  const path = 'index.html'
  const body = html`<p class="lead">${texts.introduction}</p>
${listOf(path, areas)}
${
  years.length > 0 &&
  html`<section aria-labelledby="anos">
<h2 id="anos">${texts.byYear}</h2>
${listOf(path, years)}
</section>`
}
<p class="facts">${texts.privacy}</p>`
  const made_at = site.dates.dayAndTime(site.madeAt)
  return write(site, { path, title: texts.site, facts: html`${texts.copy}` }, body, { made_at, areas, years })
}
