import type { ZipEntry } from '../lib/zip.ts'
import { type AccountExport, textEntry } from './export.ts'
import { page } from './pages.ts'

interface Pages {
  /** Where the pages are noted, for the list of contents. */
  pages: AccountExport['pages']['messages']
  folder: string
  title: (period: string, at: number) => string
}

/**
 * A page for each year or month with rows, in their order. The rows of a page are read while it is written; the next page
 * goes on with the row after them.
 */
export async function* byPeriod<T extends { created_at: number }>(
  { layout }: AccountExport,
  { pages, folder, title }: Pages,
  periodOf: (day: string) => string,
  rows: AsyncGenerator<T>,
  toItem: (path: string, row: T) => Promise<string> | string,
): AsyncGenerator<ZipEntry> {
  const keyOf = ({ created_at }: T) => periodOf(layout.dates.isoDay(created_at))
  try {
    let next = await rows.next()
    while (!next.done) {
      const period = keyOf(next.value)
      const path = `${folder}/${period}.html`
      const noted = { path, title: title(period, next.value.created_at), count: 0 }
      const items = async function* () {
        yield '<ul class="items">'
        while (!next.done && keyOf(next.value) === period) {
          yield `<li>${await toItem(path, next.value)}</li>\n`
          noted.count++
          next = await rows.next()
        }
        yield '</ul>'
      }
      pages.push(noted)
      yield textEntry(path, page(path, noted.title, items()), layout.madeAt)
    }
  } finally {
    await rows.return(undefined)
  }
}
