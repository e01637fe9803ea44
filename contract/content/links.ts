import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, schema } from '../fields.ts'
import { ArchiveFile } from '../files.ts'
import { limits } from '../limits.ts'
import { LinkedPost } from './linked-post.ts'

const Ids = z
  .array(Id)
  .check(z.maxLength(limits.maxLinksPerRequest, `Como mucho ${limits.maxLinksPerRequest} a la vez`))

const LinkTargets = schema('LinkTargets', { files: z._default(Ids, []), posts: z._default(Ids, []) })

/** Existing targets that the person may see, unordered. */
const LinksFound = schema('LinksFound', { files: z.array(ArchiveFile), posts: z.array(LinkedPost) })

export const links = {
  find: endpoint('POST', '/links', 'member', {
    summary: 'Files and posts of many link tokens; absent and invisible ones are omitted',
    body: LinkTargets,
    response: LinksFound,
  }),
}
