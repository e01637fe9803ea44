import type { NewsItem } from '../../contract/news.ts'
import type { NewsRow } from './queries.ts'

export type { NewsItem }

const moment = (at: number) => new Date(Number(at)).toISOString()

export const toNewsItem = (row: NewsRow): NewsItem => ({
  ...row,
  created_at: moment(row.created_at),
  updated_at: moment(row.updated_at),
})
