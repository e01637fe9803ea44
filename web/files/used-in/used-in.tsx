import { useEffect, useId, useRef, useState } from 'react'
import type { LinkedPost } from '../../../contract/content/linked-post.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { messageOf } from '../../api/call.ts'
import { LinkedFromList } from '../../links/linked-from.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/dialogs/popover.tsx'
import { useKeepFocus } from '../../ui/hooks/use-keep-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { fetchFileUses, useFileUses } from '../api.ts'
import { texts } from '../texts.ts'
import css from './used-in.module.css'

interface Props {
  file: ArchiveFile
  align?: 'start' | 'end'
}

/** 'En 2 posts', with the list in a popover. Nothing for a file that no published post uses. */
export const UsedIn = ({ file, align = 'start' }: Props) =>
  file.post_count > 0 && (
    <Popover
      className={`self-start ${css.used}`}
      panelClassName={css.panel}
      align={align}
      button={<ButtonLabel count={file.post_count} />}
    >
      <UsedInList fileId={file.id} />
    </Popover>
  )

/** The same with the list below instead of a popover. Needs the file's id as `key`. */
export const UsedInBelow = ({ file }: Props) => file.post_count > 0 && <Below file={file} />

function Below({ file }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)

  useKeepFocus(root) // when the next image replaces it

  return (
    <div ref={root} className={cx('self-start', css.used, css.below)}>
      <button
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ButtonLabel count={file.post_count} />
      </button>
      {isOpen && (
        <div id={id}>
          <UsedInList fileId={file.id} />
        </div>
      )}
    </div>
  )
}

const ButtonLabel = ({ count }: { count: number }) => (
  <>
    <Icon name="book" size={16} />
    {texts.inPosts(count)}
  </>
)

function UsedInList({ fileId }: { fileId: string }) {
  const root = useRef<HTMLDivElement>(null)
  const query = useFileUses(fileId)
  const { data, error, isPending } = query
  // the parent, which may have a scrollbar of its own
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the posts
  useEffect(() => void root.current?.parentElement?.scrollIntoView({ block: 'nearest' }), [isPending, error])

  return (
    <div ref={root}>
      {isPending ? (
        <div className={css.waiting}>
          <Skeleton label={texts.loadingUses} shape="lines" count={2} />
        </div>
      ) : error ? (
        <ErrorNote query={query}>{messageOf(error, texts.usesFailed)}</ErrorNote>
      ) : data.length === 0 ? (
        <p role="status">{texts.noUses}</p>
      ) : (
        <LinkedFromList posts={data} label={texts.usedIn} />
      )}
    </div>
  )
}

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
