import type { NewsItem } from '../../contract/news.ts'
import { readReactions } from '../db/reactions.ts'
import { toIso } from '../lib/time.ts'
import type { NewsRow } from './queries.ts'

export const serializeNewsItem = (row: NewsRow): NewsItem => ({
  ...row,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  reactions: readReactions(row.reactions),
})
