import * as z from 'zod/mini'
import { Id, schema } from '../fields.ts'

export const LinkedPost = schema('LinkedPost', {
  id: Id,
  title: z.string(),
  author_name: z.string(),
  is_published: z.boolean(),
})
export type LinkedPost = z.output<typeof LinkedPost>
