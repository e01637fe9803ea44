import type { Category } from '../../contract/categories.ts'
import { toIso } from '../lib/time.ts'
import type { CategoryRow } from './queries.ts'

export const serializeCategory = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_active: row.deactivated_at === null,
  created_at: toIso(row.created_at),
  post_count: row.post_count ?? 0,
})
