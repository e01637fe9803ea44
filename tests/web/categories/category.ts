import type { Category } from '../../../contract/categories.ts'
import { earlier, idOf } from '../../support/web/screen.tsx'

export const categoryOf = (name: string, n: number, changes: Partial<Category> = {}): Category => ({
  id: idOf(n),
  name,
  description: null,
  is_active: true,
  created_at: earlier,
  post_count: 0,
  ...changes,
})
export const historia = categoryOf('Historia', 20, { post_count: 1 })
