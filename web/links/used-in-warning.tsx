import { files } from '../../contract/files.ts'
import type { LinkedPost } from '../../contract/linked-post.ts'
import { call } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { texts } from './texts.ts'
import css from './used-in.module.css'

/** Milliseconds that a question waits for what it would add. */
const patience = 4000

/** Titles that are named. */
const named = 5

/** What to know before a file is deleted: the posts that use it. Nothing when none does, or when that can't be had. */
export async function warnOfUses(fileId: string) {
  const signal = AbortSignal.timeout(patience)
  const posts = await call(files.usedIn, { params: { id: fileId }, signal }).catch(() => [])
  return posts.length > 0 ? <Warning posts={posts} /> : undefined
}

const Warning = ({ posts }: { posts: LinkedPost[] }) => (
  <div className={css.warning}>
    <p>{texts.isUsed(posts.length)}</p>
    <ul>
      {posts.slice(0, named).map(({ id, title, is_published }) => (
        <li key={id}>
          {!is_published && <Badge tone="draft">{texts.isDraft}</Badge>} <bdi>{title}</bdi>
        </li>
      ))}
      {posts.length > named && <li>{texts.andMore(posts.length - named)}</li>}
    </ul>
    <p>{texts.linksWillSay}</p>
  </div>
)
