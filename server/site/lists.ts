import { type Html, html } from './html.ts'
import { hrefFrom } from './page.ts'
import { addPage, addRows, type Site } from './site.ts'
import { texts } from './texts.ts'

const maxEntries = 2000

interface Entry {
  /** Written above the first entry of its group. */
  heading?: string
  item: Html
  json: object
}

export interface ListOptions<T> {
  /**
   * Path of the first page of a row's list without its ending. A row out of order, as a clock that was set may leave one,
   * stays in the list of the row before it.
   */
  baseOf(row: T): string
  /** Name of a row's list, for an index of lists. */
  nameOf(row: T): string
  /** Title of a list with this name; the name itself if absent. */
  titleOf?(name: string): string
  isNewestFirst?: boolean
  /** Names of the links to the page before and after, if they aren't those of a list of texts. */
  names?: { before: string; after: string }
  above?: Html
  /** Below the title of the first page. */
  facts?: Html | undefined
  className: string
  toEntry(page: string, row: T): Promise<Entry> | Entry
}

/** A list by its first page. */
export interface List {
  path: string
  name: string
  title: string
  count: number
}

export const countEntries = (lists: List[]) => lists.reduce((total, { count }) => total + count, 0)

/**
 * Rows in their order as lists, such as one for each year, and these as pages that a browser opens quickly. In a site of
 * everybody's things each page has the same entries as JSON beside it. Rows are read while their page is written.
 */
export async function writeLists<T>(site: Site, batches: AsyncIterable<T[]>, options: ListOptions<T>): Promise<List[]> {
  const { baseOf, nameOf, titleOf, isNewestFirst = false, above, facts, className, toEntry } = options
  const { newer, older, earlier, later } = texts
  const { names = isNewestFirst ? { before: newer, after: older } : { before: earlier, after: later } } = options
  const lists: List[] = []
  const iterator = batches[Symbol.asyncIterator]()
  let rows: T[] = []
  /** The next row to be written. */
  let row = undefined as T | undefined
  async function read() {
    for (row = rows.shift(); row === undefined; row = rows.shift()) {
      const next = await iterator.next()
      if (next.done) return
      rows = next.value
    }
  }

  async function writeList(base: string, list: List) {
    const pathOf = (number: number) => `${base}${number === 1 ? '' : `.${number}`}.html`
    const isIn = (row: T) => (isNewestFirst ? baseOf(row) >= base : baseOf(row) <= base)
    const hasMore = () => row !== undefined && isIn(row)

    async function writePage(number: number) {
      const path = pathOf(number)
      const json: object[] = []
      async function* body() {
        let heading: string | undefined
        for (let entries = 0; row !== undefined && isIn(row) && entries < maxEntries; entries++) {
          const entry = await toEntry(path, row)
          if (entries === 0 || entry.heading !== heading) {
            if (entries > 0) yield '\n</ul>'
            if (entry.heading !== undefined) yield html`\n<h2>${entry.heading}</h2>`.text
            yield html`\n<ul class="${className}">`.text
          }
          heading = entry.heading
          yield `\n${entry.item.text}`
          if (site.scope === 'everybody') json.push(entry.json)
          list.count++
          await read()
        }
        yield '\n</ul>'
        const href = (other: number) => hrefFrom(path, pathOf(other))
        if (number > 1 || hasMore())
          yield html`
<nav class="pages" aria-label="${texts.pages}">
${number > 1 && html`<a rel="prev" href="${href(number - 1)}">← ${names.before}</a>`}
${hasMore() && html`<a rel="next" href="${href(number + 1)}">${names.after} →</a>`}
</nav>`.text
      }
      const source = { path: path.replace(/html$/, 'json'), type: 'JSON' as const }
      const page = { path, title: texts.page(list.title, number), above, facts: number === 1 ? facts : undefined }
      if (site.scope === 'own') return addPage(site, page, body())
      await addPage(site, { ...page, source }, body())
      await addRows(site, source.path, json)
    }

    for (let number = 1; hasMore(); number++) await writePage(number)
  }

  try {
    await read()
    while (row !== undefined) {
      const base = baseOf(row)
      const name = nameOf(row)
      const list = { path: `${base}.html`, name, title: titleOf?.(name) ?? name, count: 0 }
      lists.push(list)
      await writeList(base, list)
    }
  } finally {
    await iterator.return?.()
  }
  return lists
}
