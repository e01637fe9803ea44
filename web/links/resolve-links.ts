import { useQuery } from '@tanstack/react-query'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { LinkedPost } from '../../contract/content/linked-post.ts'
import { links } from '../../contract/content/links.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { linkKeys } from '../api/keys.ts'

type Target<K extends LinkKind> = K extends 'file' ? ArchiveFile : LinkedPost
type Answer = { file: ArchiveFile[]; post: LinkedPost[] }

interface Lookup {
  kind: LinkKind
  id: string
  resolve: (target: ArchiveFile | LinkedPost | null) => void
  reject: (error: unknown) => void
}

let batch: Lookup[] = []
/** The tokens of a page mount within this time and share one request. */
const batchWindowMs = 5

async function resolveBatch(lookups: Lookup[]) {
  const idsOf = (kind: LinkKind) => [...new Set(lookups.filter((lookup) => lookup.kind === kind).map(({ id }) => id))]
  const [files, posts] = [idsOf('file'), idsOf('post')]
  const found: Answer = { file: [], post: [] }
  for (let at = 0; at < Math.max(files.length, posts.length); at += limits.maxLinksPerRequest) {
    const part = (ids: string[]) => ids.slice(at, at + limits.maxLinksPerRequest)
    const answer = await call(links.find, { body: { files: part(files), posts: part(posts) } })
    found.file.push(...answer.files)
    found.post.push(...answer.posts)
  }
  const byId = new Map([...found.file, ...found.post].map((target) => [target.id, target]))
  for (const { id, resolve } of lookups) resolve(byId.get(id) ?? null)
}

function lookUp(kind: LinkKind, id: string) {
  return new Promise<ArchiveFile | LinkedPost | null>((resolve, reject) => {
    if (batch.length === 0)
      setTimeout(() => {
        const lookups = batch
        batch = []
        resolveBatch(lookups).catch((error) => {
          for (const lookup of lookups) lookup.reject(error)
        })
      }, batchWindowMs)
    batch.push({ kind, id, resolve, reject })
  })
}

const isId = (id: string) => /^[0-9a-f]{32}$/.test(id)

/** Target of a token; null if it doesn't exist or isn't visible to this person. */
export const useTarget = <K extends LinkKind>(kind: K, id: string) =>
  useQuery({
    queryKey: linkKeys.one(kind, id),
    queryFn: () => (isId(id) ? lookUp(kind, id) : null) as Promise<Target<K> | null> | null,
    staleTime: 60_000,
  })
