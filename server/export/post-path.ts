import type { Dates } from '../lib/dates.ts'
import { slugOf } from './slug.ts'
import { texts } from './texts.ts'

/** Path of a post's page: sorted by date, unique by the random end of its id. */
export function postPath(
  dates: Dates,
  { id, title, published_at }: { id: string; title: string; published_at: number },
) {
  const day = dates.isoDay(published_at)
  return `posts/${day.slice(0, 4)}/${day}-${slugOf(title, texts.untitled)}-${id.slice(-12)}.html`
}

/** Path of a year's list. */
export const yearPath = (year: string) => `posts/${year}.html`
