import type { LinkedPost } from '../../../contract/content/linked-post.ts'
import { Badge } from '../../ui/badge.tsx'
import { fetchFileUses } from '../api.ts'
import { texts } from '../texts.ts'
import css from './used-in.module.css'

/** Maximum wait of the question for its warning. */
const timeoutMs = 4000

const maxTitles = 5

/** Warning about the posts that use a file; undefined if there are none or they can't be loaded. */
export async function loadDeleteWarning(fileId: string) {
  const signal = AbortSignal.timeout(timeoutMs)
  const posts = await fetchFileUses(fileId, signal).catch(() => [])
  return posts.length > 0 ? <DeleteWarning posts={posts} /> : undefined
}

const DeleteWarning = ({ posts }: { posts: LinkedPost[] }) => (
  <div className={css.warning}>
    <p>{texts.isUsed(posts.length)}</p>
    <ul className="shrinks plain-list">
      {posts.slice(0, maxTitles).map(({ id, title, is_published }) => (
        // one line each: the buttons below stay visible
        <li key={id} className="one-line">
          {!is_published && <Badge tone="draft">{texts.isDraft}</Badge>} <bdi>{title}</bdi>
        </li>
      ))}
      {posts.length > maxTitles && <li className="one-line">{texts.andMore(posts.length - maxTitles)}</li>}
    </ul>
    <p>{texts.linksWillSay}</p>
  </div>
)
