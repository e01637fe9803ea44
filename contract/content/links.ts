import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { ArchiveFile } from '../files.ts'
import { limits } from '../limits.ts'
import { LinkedPost } from './linked-post.ts'

const Ids = z
  .array(Id)
  .check(z.maxLength(limits.maxLinksPerRequest, `Como mucho ${limits.maxLinksPerRequest} a la vez`))

const LinkTargets = z
  .object({ files: z._default(Ids, []), posts: z._default(Ids, []) })
  .register(z.globalRegistry, { id: 'LinkTargets' })

/** Existing targets that the person may see, unordered. */
const LinksFound = z
  .object({ files: z.array(ArchiveFile), posts: z.array(LinkedPost) })
  .register(z.globalRegistry, { id: 'LinksFound' })

export const links = {
  find: endpoint({
    method: 'POST',
    path: '/links',
    access: 'member',
    summary: 'Files and posts of many link tokens; absent and invisible ones are omitted',
    body: LinkTargets,
    response: LinksFound,
  }),
}
