import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { pages } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import type { Post } from '../../contract/posts.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useDraft } from '../api/drafts.ts'
import { useMember } from '../api/session.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { usePost, useUpdatePost } from './api.ts'
import { ConflictNote, LazyConflict } from './conflicts/conflict-note.tsx'
import { draftOf, type Edit, keepMine, swap, takeStored } from './conflicts/conflict-state.ts'
import { PostForm } from './post-form.tsx'
import { storeError, texts } from './texts.ts'

export default function EditPostPage() {
  const { id = '' } = useParams()
  const me = useMember()
  const query = usePost(id, { isEdited: true })
  const { data, error, isError, isFetchedAfterMount } = query
  const toBlog = <LinkButton to={pages.blog.path}>{texts.backToBlog}</LinkButton>
  const isMissing = isStatus(error, 404)

  const mayEdit = data && me && permissions['post.edit'](me, data.post)
  // an open form stays even if the post is deleted: it may have unsaved text
  const [opened, setOpened] = useState<typeof data>()
  if (!opened && mayEdit && isFetchedAfterMount && !isError) setOpened(data)

  let body = <Skeleton label={texts.loadingPost} shape="fields" count={3} />
  if (opened) body = <EditPostForm post={opened.post} etag={opened.etag} />
  else if (isError && isMissing) body = <EmptyState action={toBlog}>{texts.notFound}</EmptyState>
  else if (isError) body = <ErrorNote query={query}>{storeError(messageOf(error, texts.fetchPostFailed))}</ErrorNote>
  else if (data && me && !mayEdit) body = <EmptyState action={toBlog}>{texts.notYours}</EmptyState>

  return (
    <Page title={texts.editPost} width="list">
      {body}
    </Page>
  )
}

/** The draft keeps the version it is based on, so that a change by somebody else is detected. */
function EditPostForm({ post, etag }: { post: Post; etag: string | undefined }) {
  const draft = useDraft<Edit>(post.id, { writing: draftOf(post), version: etag })
  const { writing, version, refused, decided } = draft.value
  const [refusals, setRefusals] = useState(0)
  const [hasDecided, setDecided] = useState(false)
  const navigate = useNavigate()
  const update = useUpdatePost(draft.discard)
  const address = placeOf.post(post)

  function save(is_published: boolean | undefined, ifMatch = version) {
    if (update.isPending) return
    update.mutate(
      { id: post.id, etag: ifMatch, body: { ...writing, is_published } },
      {
        onSuccess: () => void navigate(address),
        onError: (error) => {
          if (!isStatus(error, 412)) return
          draft.setValue({ ...draft.value, refused: { text: messageOf(error, texts.updateFailed), is_published } })
          setRefusals((count) => count + 1)
        },
      },
    )
  }

  function decide(next: Edit) {
    draft.setValue(next)
    setDecided(true)
    update.reset()
  }
  const savingAs = update.isPending ? (update.variables.body.is_published ?? 'same') : undefined

  const error = (
    <>
      {update.isError && !isStatus(update.error, 412) && (
        <ErrorNote>{storeError(messageOf(update.error, texts.updateFailed))}</ErrorNote>
      )}
      {refused && (
        <>
          <ErrorNote>{storeError(refused.text)}</ErrorNote>
          <LazyConflict
            id={post.id}
            mine={writing}
            opened={post}
            refusals={refusals}
            isSaving={update.isPending}
            onKeep={(stored) => decide(keepMine(draft.value, stored))}
            onTake={(stored) => decide(takeStored(draft.value, stored))}
            onSave={(stored) => save(refused.is_published, stored.etag)}
          />
        </>
      )}
      {decided && !refused && (
        <ConflictNote
          decided={decided}
          takesFocus={hasDecided}
          isSaving={update.isPending}
          onSwap={() => draft.setValue(swap(draft.value))}
        />
      )}
    </>
  )

  return (
    <PostForm
      author={post.author_name}
      category={post.category_id && post.category_name ? { id: post.category_id, name: post.category_name } : undefined}
      draft={writing}
      wasRestored={draft.wasRestored}
      isSaving={update.isPending}
      onChange={(writing) => draft.setValue({ ...draft.value, writing })}
      failure={update.error}
      cancelTo={address}
      onCancel={draft.discard}
      error={error}
      buttons={(canSave) => {
        const disabled = !canSave || update.isPending
        const other = !(decided?.isPublished ?? post.is_published)
        return (
          <>
            <Button disabled={disabled} busy={savingAs === other} onClick={() => save(other)}>
              {other ? texts.saveAndPublish : texts.saveAsDraft}
            </Button>
            <Button variant="primary" disabled={disabled} busy={savingAs === 'same'} onClick={() => save(undefined)}>
              {texts.saveChanges}
            </Button>
          </>
        )
      }}
    />
  )
}
