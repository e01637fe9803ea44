import { useQuery } from '@tanstack/react-query'
import type { ArchiveFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { LinkKind } from '../../contract/link-tokens.ts'
import type { LinkedPost } from '../../contract/linked-post.ts'
import { links } from '../../contract/links.ts'
import { call } from '../api/call.ts'

export type Target<K extends LinkKind> = K extends 'file' ? ArchiveFile : LinkedPost
type Answer = { file: ArchiveFile[]; post: LinkedPost[] }

interface Asked {
  kind: LinkKind
  id: string
  answer: (found: ArchiveFile | LinkedPost | null) => void
  fail: (error: unknown) => void
}

let waiting: Asked[] = []
/** Milliseconds in which the tokens of a page come together. */
const gather = 5

/** All that a page asks for at once goes in one request, as long as it is not too many. */
async function ask(asked: Asked[]) {
  const idsOf = (kind: LinkKind) => [...new Set(asked.filter((one) => one.kind === kind).map(({ id }) => id))]
  const [files, posts] = [idsOf('file'), idsOf('post')]
  const found: Answer = { file: [], post: [] }
  for (let at = 0; at < Math.max(files.length, posts.length); at += limits.linksAtOnce) {
    const part = (ids: string[]) => ids.slice(at, at + limits.linksAtOnce)
    const answer = await call(links.find, { body: { files: part(files), posts: part(posts) } })
    found.file.push(...answer.files)
    found.post.push(...answer.posts)
  }
  const byId = new Map([...found.file, ...found.post].map((target) => [target.id, target]))
  for (const { id, answer } of asked) answer(byId.get(id) ?? null)
}

function find(kind: LinkKind, id: string) {
  return new Promise<ArchiveFile | LinkedPost | null>((answer, fail) => {
    if (waiting.length === 0)
      setTimeout(() => {
        const asked = waiting
        waiting = []
        ask(asked).catch((error) => {
          for (const one of asked) one.fail(error)
        })
      }, gather)
    waiting.push({ kind, id, answer, fail })
  })
}

const isId = (id: string) => /^[0-9a-f]{32}$/.test(id)

/** What a token leads to; null when it isn't there for this person. */
export const useTarget = <K extends LinkKind>(kind: K, id: string) =>
  useQuery({
    queryKey: ['links', kind, id],
    queryFn: () => (isId(id) ? find(kind, id) : null) as Promise<Target<K> | null> | null,
    staleTime: 60_000,
  })
