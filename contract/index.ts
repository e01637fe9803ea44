import * as z from 'zod/mini'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { categories } from './categories.ts'
import { chat } from './chat.ts'
import { comments } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { files } from './files.ts'
import { links } from './links.ts'
import { news } from './news.ts'
import { notifications } from './notifications.ts'
import { posts } from './posts.ts'
import { sections } from './sections.ts'

const health = {
  read: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether the server and its database are well; 503 when the database is out of reach',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
}

/** Every row of the API (SPEC §7), by area. */
export const api = {
  health,
  auth,
  categories,
  posts,
  comments,
  chat,
  files,
  links,
  news,
  notifications,
  sections,
  audit,
}

/** What every refusal looks like (DECISIONS §2, "Errors"). */
export const Problem = z
  .object({
    detail: z.string(),
    code: z.string(),
    errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  })
  .register(z.globalRegistry, { id: 'Problem' })
export type Problem = z.output<typeof Problem>
