import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { ArchiveFile } from './files.ts'
import { limits } from './limits.ts'
import { LinkedPost } from './linked-post.ts'

const Ids = z.array(Id).check(z.maxLength(limits.linksAtOnce, `Como mucho ${limits.linksAtOnce} a la vez`))

/** What the link tokens of a text name. */
export const LinkTargets = z
  .object({ files: z._default(Ids, []), posts: z._default(Ids, []) })
  .register(z.globalRegistry, { id: 'LinkTargets' })

/** Those of them that are there for the person who asks, in no order. */
export const LinksFound = z
  .object({ files: z.array(ArchiveFile), posts: z.array(LinkedPost) })
  .register(z.globalRegistry, { id: 'LinksFound' })

export const links = {
  find: endpoint({
    method: 'POST',
    path: '/links',
    access: 'member',
    summary: 'What the link tokens of a text lead to, many at once; what is not there, or not visible, is left out',
    body: LinkTargets,
    response: LinksFound,
  }),
}
