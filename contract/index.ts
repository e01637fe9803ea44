import * as z from 'zod/mini'
import { audit } from './audit.ts'
import { factorDemand, factors } from './auth/factors.ts'
import { passkeys } from './auth/passkeys.ts'
import { devices, invitations, passwordLinks } from './auth/password-links.ts'
import { auth, confirmation, memberSessions } from './auth.ts'
import { broadcasts } from './broadcasts.ts'
import { categories } from './categories.ts'
import { chat } from './chat.ts'
import { comments } from './comments.ts'
import { links } from './content/links.ts'
import { reactions } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import { schema } from './fields.ts'
import { files } from './files.ts'
import { mail } from './mail.ts'
import { news } from './news.ts'
import { notices } from './notices/notices.ts'
import { push } from './notices/push.ts'
import { firstSteps } from './operator/first-steps.ts'
import { posts } from './posts.ts'
import { preferences } from './preferences.ts'
import { presence } from './presence.ts'
import { search } from './search.ts'
import { policyReports, state } from './state.ts'
import { accountExport, users } from './users.ts'
import { whatsNew } from './whats-new.ts'

const health = {
  read: endpoint('GET', '/health', 'public', {
    summary: 'Health of the server and its database; 503 if the database is unreachable',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
}

/** All rows of the API (SPEC §7), by area. */
export const api = {
  health,
  auth,
  confirmation,
  memberSessions,
  factors,
  devices,
  factorDemand,
  passkeys,
  users,
  invitations,
  passwordLinks,
  accountExport,
  presence,
  categories,
  posts,
  comments,
  chat,
  files,
  links,
  reactions,
  search,
  news,
  preferences,
  broadcasts,
  mail,
  push,
  whatsNew,
  notices,
  audit,
  state,
  firstSteps,
  policyReports,
}

/** Body of all refusals (DECISIONS §2, "Errors"). */
export const Problem = schema('Problem', {
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** Page on which a new password is chosen, for `must_choose_password`. */
  path: z.optional(z.string()),
  /** Besides recovery codes, what the second step can be done with, for `second_factor_required`. */
  factors: z.optional(z.array(z.enum(['app', 'passkey']))),
})
export type Problem = z.output<typeof Problem>
