import * as z from 'zod/mini'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type NewsItem, NewsText, NewsUrl } from '../../contract/news.ts'

/** In the order of the form's fields. */
export const emptyDraft = { url: '', title: '', comment: '' }
export type NewsDraft = typeof emptyDraft

export const draftOf = ({ url, title, comment }: NewsItem): NewsDraft => ({ url, title, comment: comment ?? '' })

/** An address as people write it: a host with a dot, and what follows. */
const withoutScheme = /^[\p{L}\p{M}\d-]+(\.[\p{L}\p{M}\d-]+)*\.\p{L}[\p{L}\p{M}\d-]+(:\d+)?([/?#].*)?$/u

/** `elpais.com/cultura` with its scheme; anything else as it was typed. */
export function completeUrl(url: string) {
  const typed = url.trim()
  return withoutScheme.test(typed) ? `https://${typed}` : url
}

/** The address as it would be stored; undefined if it can't be shared. */
export const readUrl = (url: string) => z.safeParse(NewsUrl, completeUrl(url)).data

const maxLengths = { title: limits.newsTitle, url: limits.newsUrl, comment: limits.newsComment }

/** Options of the form hook for both forms: while a field is typed in, only an excessive length is an error. */
export const newsForm = {
  schema: NewsText,
  toInput: (draft: NewsDraft) => ({ ...draft, url: completeUrl(draft.url) }),
  showsErrorsEarly: (draft: NewsDraft, name: keyof NewsDraft) => lengthOf(draft[name].trim()) > maxLengths[name],
  checksOnLeaving: true,
}

/** SPEC §5: without an empty comment. */
export const bodyOf = ({ title, url, comment }: NewsText): NewsText => ({ title, url, ...(comment ? { comment } : {}) })
