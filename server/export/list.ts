import { hrefFrom } from '../pages/href-from.ts'
import type { SiteExport } from './export.ts'
import { type Html, html } from './html.ts'
import { beginningOf, endOf } from './page.ts'
import type { Part } from './site.ts'
import { texts } from './texts.ts'

const maxEntries = 2000

interface Entry {
  /** Written above the first entry of its group. */
  heading?: string
  item: Html
  json: object
}

interface ListOptions {
  /** Path of the first page without its ending. */
  base: string
  title: string
  /** Links between the pages of a list: the names of the page before and after. */
  names: { before: string; after: string }
  above?: Html
  facts?: Html
  className: string
}

/** A list as pages that a browser opens quickly, each with the same entries as JSON beside it. */
export function createList({ site, madeAt }: SiteExport, options: ListOptions) {
  const { base, title, names, above, facts, className } = options
  const pathOf = (number: number) => `${base}${number === 1 ? '' : `.${number}`}.html`
  let page: { html: Part; json: Part; entries: number; heading: string | undefined } | undefined
  let pages = 0
  let count = 0

  const pageNumbered = (number: number) => ({
    path: pathOf(number),
    title: texts.page(title, number),
    above,
    facts: number === 1 ? facts : undefined,
    source: { path: pathOf(number).replace(/html$/, 'json'), type: 'JSON' as const },
  })

  function begin() {
    const described = pageNumbered(++pages)
    page = { html: site.open(described.path), json: site.open(described.source.path), entries: 0, heading: undefined }
    page.html.write(beginningOf(described))
    page.json.write('[')
    return page
  }

  function endPage(isLast: boolean) {
    if (!page) return
    const href = (number: number) => hrefFrom(pathOf(pages), pathOf(number))
    if (page.entries > 0) page.html.write('\n</ul>')
    else page.html.write(html`<p class="none">${texts.none}</p>`.text)
    if (pages > 1 || !isLast)
      page.html.write(
        html`
<nav class="pages" aria-label="${texts.pages}">
${pages > 1 && html`<a rel="prev" href="${href(pages - 1)}">← ${names.before}</a>`}
${!isLast && html`<a rel="next" href="${href(pages + 1)}">${names.after} →</a>`}
</nav>`.text,
      )
    page.html.write(endOf(pageNumbered(pages), madeAt))
    page.html.close()
    page.json.write('\n]\n')
    page.json.close()
    page = undefined
  }

  return {
    /** Path of the page to which the next entry goes. */
    nextPath: () => pathOf(page && page.entries < maxEntries ? pages : pages + 1),
    add({ heading, item, json }: Entry) {
      if (page && page.entries >= maxEntries) endPage(false)
      const open = page ?? begin()
      if (heading !== open.heading || open.entries === 0) {
        if (open.entries > 0) open.html.write('\n</ul>')
        if (heading !== undefined) open.html.write(html`\n<h2>${heading}</h2>`.text)
        open.html.write(html`\n<ul class="${className}">`.text)
        open.heading = heading
      }
      open.html.write(`\n${item.text}`)
      open.json.write(`${open.entries > 0 ? ',' : ''}\n${JSON.stringify(json)}`)
      open.entries++
      count++
    },
    /** The number of entries. */
    end() {
      if (!page) begin()
      endPage(true)
      return count
    },
  }
}
