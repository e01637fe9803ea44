import { hrefFrom } from '../pages/href-from.ts'
import type { SiteExport } from './export.ts'
import { type Html, html } from './html.ts'
import { beginningOf, endOf } from './page.ts'
import { texts } from './texts.ts'

export interface Entry {
  name: string
  path: string
  count: string
}

const listOf = (page: string, entries: Entry[]) =>
  entries.length === 0
    ? html`<p class="none">${texts.none}</p>`
    : html`<ul class="index">${entries.map(
        ({ name, path, count }) => html`
<li><a href="${hrefFrom(page, path)}"><bdi>${name}</bdi></a> <span class="facts">${count}</span></li>`,
      )}
</ul>`

/** The page of an area, with links to its lists, and the same as JSON. */
export function writeIndex(
  { site, madeAt }: SiteExport,
  folder: string,
  title: string,
  entries: Entry[],
  hint?: string,
) {
  const path = `${folder}/index.html`
  const page = { path, title, source: { path: `${folder}/index.json`, type: 'JSON' as const } }
  const facts = hint === undefined ? undefined : html`${hint}`
  site.write(path, `${beginningOf({ ...page, facts })}${listOf(path, entries).text}${endOf(page, madeAt)}`)
  site.write(page.source.path, `${JSON.stringify(entries, undefined, 1)}\n`)
}

/** The first page: what there is, and since when. */
export function writeHome({ site, madeAt }: SiteExport, areas: Entry[], years: Entry[]) {
  const path = 'index.html'
  const page = { path, title: texts.site, source: { path: 'index.json', type: 'JSON' as const } }
  const content: Html = html`<p class="lead">${texts.introduction}</p>
${listOf(path, areas)}
${
  years.length > 0 &&
  html`<section aria-labelledby="anos">
<h2 id="anos">${texts.byYear}</h2>
${listOf(path, years)}
</section>`
}
<p class="facts">${texts.privacy}</p>`
  site.write(path, `${beginningOf({ ...page, facts: html`${texts.copy}` })}${content.text}${endOf(page, madeAt)}`)
  site.write(page.source.path, `${JSON.stringify({ made_at: madeAt, areas, years }, undefined, 1)}\n`)
}
