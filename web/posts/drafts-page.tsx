import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useDrafts } from './api.ts'
import { DraftCard } from './draft-card.tsx'
import { texts } from './texts.ts'

export default function DraftsPage() {
  const newPost = (
    <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
      {texts.newPost}
    </LinkButton>
  )
  return (
    <Page title={texts.drafts} width="list" actions={newPost}>
      <DraftList />
    </Page>
  )
}

function DraftList() {
  const drafts = useDrafts()
  if (drafts.isPending) return <Skeleton label={texts.loadingDrafts} count={3} />
  if (drafts.isLoadingError)
    return <ErrorNote query={drafts}>{messageOf(drafts.error, texts.fetchDraftsFailed)}</ErrorNote>
  const items = itemsOf(drafts.data)
  if (items.length === 0)
    return (
      <EmptyState
        drawing="quill"
        action={
          <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
            {texts.newPost}
          </LinkButton>
        }
      >
        {texts.noDrafts}
      </EmptyState>
    )
  return (
    <div className="shrinks">
      {items.map((draft) => (
        <DraftCard key={draft.id} draft={draft} />
      ))}
      <MoreItems query={drafts} label={texts.moreDrafts} />
    </div>
  )
}
