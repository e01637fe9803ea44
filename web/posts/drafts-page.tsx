import { useRef } from 'react'
import { Link } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import type { ListedPost } from '../../contract/posts.ts'
import { alertOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { deletionTitle } from '../ui/dialogs/deletion-title.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { When } from '../ui/format/when.tsx'
import { CardTitle } from '../ui/lists/card-title.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { focusNeighbour } from '../ui/page/focus.ts'
import { Page } from '../ui/page/page.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { useDeletePost, useDrafts, usePublishPost } from './api.ts'
import { CategoryLabel, NewPostLink } from './post-facts.tsx'
import css from './posts.module.css'
import { texts } from './texts.ts'

export default function DraftsPage() {
  return (
    <Page title={texts.drafts} width="list" actions={<NewPostLink />}>
      <DraftList />
    </Page>
  )
}

function DraftList() {
  const drafts = useDrafts()
  if (!drafts.data) return <QueryState query={drafts} texts={texts.draftList} count={3} />
  const items = itemsOf(drafts.data)
  if (items.length === 0)
    return (
      <EmptyState drawing="quill" action={<NewPostLink />}>
        {texts.noDrafts}
      </EmptyState>
    )
  return (
    <div className="shrinks">
      {items.map((draft) => (
        <DraftCard key={draft.id} draft={draft} />
      ))}
      <MoreItems query={drafts} texts={texts.draftList} keepsButton />
    </div>
  )
}

function DraftCard({ draft }: { draft: ListedPost }) {
  const address = placeOf.post(draft)
  return (
    <article className={css.card}>
      <CategoryLabel post={draft} />
      <div className="row wrap gap-2-3">
        <CardTitle>
          <Link to={address}>{draft.title}</Link>
        </CardTitle>
        <Badge tone="draft">{texts.draft}</Badge>
      </div>
      <Facts dots>
        <span>
          {texts.created} <When at={draft.created_at} />
        </span>
        <span>
          {texts.updated} <When at={draft.updated_at} />
        </span>
      </Facts>
      <p className={css.excerpt}>
        {draft.excerpt}
        {draft.excerpt_cut && '...'}
      </p>
      <DraftActions draft={draft} address={address} />
    </article>
  )
}

function DraftActions({ draft, address }: { draft: ListedPost; address: string }) {
  const publish = usePublishPost()
  const remove = useDeletePost()
  const actions = useRef<HTMLDivElement>(null)
  const leave = () => focusNeighbour(actions.current?.closest('article'))

  async function publishDraft() {
    if (!(await confirm({ text: texts.confirmPublishDraft, action: texts.publishDraft }))) return
    publish.mutate(
      { id: draft.id, is_published: true },
      { onSuccess: leave, onError: (error) => toast.error(alertOf(error, texts.publishDraftFailed)) },
    )
  }

  async function deleteDraft() {
    const question = { title: deletionTitle(draft.title), text: texts.confirmDeleteDraft(draft.title) }
    if (!(await confirm({ ...question, action: texts.deleteDraft, danger: true }))) return
    remove.mutate(draft.id, {
      onSuccess: leave,
      onError: (error) => toast.error(alertOf(error, texts.deleteDraftFailed)),
    })
  }

  return (
    <div ref={actions} className="wrap gap-2 above-1">
      <LinkButton size="s" icon="eye" to={address}>
        {texts.view}
      </LinkButton>
      <LinkButton size="s" icon="edit" to={placeOf.editPost(draft)}>
        {texts.editDraft}
      </LinkButton>
      <Button size="s" icon="publish" busy={publish.isPending} onClick={() => void publishDraft()}>
        {publish.isPending ? texts.publishingDraft : texts.publishDraft}
      </Button>
      <Button size="s" variant="danger" icon="trash" busy={remove.isPending} onClick={() => void deleteDraft()}>
        {texts.deleteDraft}
      </Button>
    </div>
  )
}
