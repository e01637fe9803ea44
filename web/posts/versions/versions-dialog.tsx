import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { alertOf } from '../../api/call.ts'
import { itemsOf } from '../../api/paged.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useVersions } from './api.ts'
import { texts } from './texts.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

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
  else if (isError)
    body = <ErrorNote query={query}>{alertOf(error, texts.fetchVersionsFailed)}</ErrorNote>

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
