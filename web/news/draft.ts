import * as z from 'zod/mini'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type NewsItem, NewsText, NewsUrl } from '../../contract/news.ts'
import { CallError } from '../api/call.ts'
import type { NewsBody } from './api.ts'

/** What stands in the form. */
export interface Draft {
  title: string
  url: string
  comment: string
}
export type FieldName = keyof Draft

export const emptyDraft: Draft = { title: '', url: '', comment: '' }

export const draftOf = ({ title, url, comment }: NewsItem): Draft => ({ title, url, comment: comment ?? '' })

export const isSame = (one: Draft, other: Draft) =>
  one.title === other.title && one.url === other.url && one.comment === other.comment

/** An address as it would be stored, if it may be shared. */
export const readUrl = (url: string) => z.safeParse(NewsUrl, url).data

/** What is sent of a form (SPEC §5: trimmed, an empty comment is left out), or what is wrong with which field. */
export function readDraft(draft: Draft): { body: NewsBody } | { errors: Partial<Record<FieldName, string>> } {
  const result = z.safeParse(NewsText, draft)
  if (result.success) {
    const { title, url, comment } = result.data
    return { body: { title, url, ...(comment ? { comment } : {}) } }
  }
  const errors: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of result.error.issues) errors[path[0] as FieldName] ??= message
  return { errors }
}

const longest = { title: limits.newsTitle, url: limits.newsUrl, comment: limits.newsComment }

export const isTooLong = (draft: Draft, name: FieldName) => lengthOf(draft[name].trim()) > longest[name]

/** What the server found wrong with a field. */
export const refusedOf = (failure: unknown, name: FieldName) =>
  failure instanceof CallError ? failure.problem?.errors?.find(({ field }) => field === name)?.message : undefined
