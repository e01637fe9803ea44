import { useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { alertOf } from '../api/call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { texts } from './version-texts.ts'
import { useVersions } from './versions-api.ts'
import { VersionsList } from './versions-list.tsx'
import { VersionsOne } from './versions-one.tsx'

export interface VersionsProps {
  post: Post
  open: boolean
  onClose: () => void
}

/** How a post was saved before: a list, and each version beside another one, to be looked at and restored. */
export default function Versions({ post, open, onClose }: VersionsProps) {
  const query = useVersions(post.id)
  const { data, error, isError, isFetching, refetch } = query
  const [chosen, setChosen] = useState<number>()
  const [left, setLeft] = useState<number>()
  const items = data?.pages.flatMap((page) => page.items)
  const index = items?.findIndex(({ version }) => version === chosen) ?? -1
  const one = items?.[index]

  function choose(version: number) {
    setChosen(version)
    // the one before the last in the list is on the next page
    if (version === items?.at(-1)?.version && query.hasNextPage) void query.fetchNextPage()
  }

  let body = <Skeleton label={texts.loadingVersions} shape="rows" count={4} />
  if (one)
    body = (
      <VersionsOne
        post={post}
        one={one}
        previous={items?.[index + 1]?.version}
        isNewest={index === 0}
        onBack={() => {
          setLeft(chosen)
          setChosen(undefined)
        }}
        onRestored={onClose}
      />
    )
  else if (items) body = <VersionsList query={query} items={items} left={left} onChoose={choose} />
  else if (isError)
    body = (
      <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
        {alertOf(error, texts.fetchVersionsFailed)}
      </ErrorNote>
    )

  return (
    <Dialog
      title={texts.history}
      description={texts.historyHint}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="l"
    >
      {body}
    </Dialog>
  )
}
