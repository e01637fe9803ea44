import * as z from 'zod/mini'
import { Id } from '../fields.ts'

export const LinkedPost = z
  .object({ id: Id, title: z.string(), author_name: z.string(), is_published: z.boolean() })
  .register(z.globalRegistry, { id: 'LinkedPost' })
export type LinkedPost = z.output<typeof LinkedPost>
