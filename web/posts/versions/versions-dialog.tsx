import { useEffect, useRef, useState } from 'react'
import type { ListedVersion, Post } from '../../../contract/posts.ts'
import { alertOf } from '../../api/call.ts'
import { itemsOf } from '../../api/paged.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { When } from '../../ui/format/when.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useVersions } from '../api.ts'
import { formatMoment } from '../post-facts.tsx'
import { texts } from './texts.ts'
import { VersionView } from './version-view.tsx'
import css from './versions.module.css'

export interface VersionsDialogProps {
  post: Post
  open: boolean
  onClose: () => void
}

export default function VersionsDialog({ post, open, onClose }: VersionsDialogProps) {
  const query = useVersions(post.id)
  const { data, error, isError } = query
  const [chosen, setChosen] = useState<number>()
  const [closed, setClosed] = useState<number>()
  const items = data && itemsOf(data)
  const index = items?.findIndex(({ version }) => version === chosen) ?? -1
  const listed = items?.[index]

  function choose(version: number) {
    setChosen(version)
    // the predecessor of the last loaded version is on the next page
    if (version === items?.at(-1)?.version && query.hasNextPage) void query.fetchNextPage()
  }

  let body = <Skeleton label={texts.loadingVersions} shape="rows" count={4} />
  if (listed)
    body = (
      <VersionView
        post={post}
        listed={listed}
        previous={items?.[index + 1]?.version}
        isNewest={index === 0}
        onBack={() => {
          setClosed(chosen)
          setChosen(undefined)
        }}
        onRestored={onClose}
        onRemoved={() => {
          setClosed((items?.[index + 1] ?? items?.[index - 1])?.version)
          setChosen(undefined)
        }}
      />
    )
  else if (items) body = <VersionList query={query} items={items} closed={closed} onChoose={choose} />
  else if (isError) body = <ErrorNote query={query}>{alertOf(error, texts.fetchVersionsFailed)}</ErrorNote>

  return (
    <Dialog title={texts.history} description={texts.historyHint} open={open} onClose={onClose} width="l">
      {body}
    </Dialog>
  )
}

interface ListProps {
  query: ReturnType<typeof useVersions>
  items: ListedVersion[]
  /** The version that receives the focus: the one that was just closed, or the next one after a removal. */
  closed: number | undefined
  onChoose: (version: number) => void
}

function VersionList({ query, items, closed, onChoose }: ListProps) {
  const last = useRef<HTMLButtonElement>(null)
  useEffect(() => last.current?.focus(), [])
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query
  return (
    <div className={css.versions}>
      {items.length === 1 && <p className="muted">{items[0]?.version === 1 ? texts.onlyOne : texts.noEarlier}</p>}
      <ol className="plain-list line-above">
        {items.map(({ version, title, editor_name, saved_at }, index) => (
          <li key={version}>
            <button
              type="button"
              ref={version === closed ? last : undefined}
              className={css.item}
              onClick={() => onChoose(version)}
            >
              <span className={css.title}>{title}</span>
              {index === 0 && <Badge>{texts.current}</Badge>}
              <span className="whole-row muted small">
                <When at={saved_at} format={formatMoment} /> {texts.by(editor_name)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {isFetchNextPageError && <ErrorNote>{alertOf(error, texts.fetchVersionsFailed)}</ErrorNote>}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.moreVersions}
        </Button>
      )}
    </div>
  )
}
