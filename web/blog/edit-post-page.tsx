import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import type { Post } from '../../contract/posts.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePost, useUpdatePost } from './api.ts'
import { LazyConflict } from './conflict-lazy.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { type Edit, keepMine, swap, takeStored, writingOf } from './conflict-state.ts'
import { PostForm } from './post-form.tsx'
import { storeError, texts } from './texts.ts'

export default function EditPostPage() {
  const { id = '' } = useParams()
  const me = useMember()
  const { data, error, isError, isFetchedAfterMount, isFetching, refetch } = usePost(id, { isEdited: true })
  const toBlog = <LinkButton to={pages.blog.path}>{texts.backToBlog}</LinkButton>
  const isMissing = isStatus(error, 404)

  const mayEdit = data && me && permissions['post.edit'](me, data.post)
  // once it is open it stays, whatever becomes of the post meanwhile: something is being typed
  const [opened, setOpened] = useState<typeof data>()
  if (!opened && mayEdit && isFetchedAfterMount && !isError) setOpened(data)

  let body = <Skeleton label={texts.loadingPost} shape="lines" count={6} />
  if (opened) body = <EditForm post={opened.post} etag={opened.etag} />
  else if (isError && isMissing) body = <EmptyState action={toBlog}>{texts.notFound}</EmptyState>
  else if (isError)
    body = (
      <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
        {storeError(messageOf(error, texts.fetchPostFailed))}
      </ErrorNote>
    )
  else if (data && me && !mayEdit) body = <EmptyState action={toBlog}>{texts.notYours}</EmptyState>

  return (
    <Page title={texts.editPost} width="list">
      {body}
    </Page>
  )
}

/** What is typed keeps the version it was typed over, so that what others save meanwhile is noticed. */
function EditForm({ post, etag }: { post: Post; etag: string | undefined }) {
  const unsent = useUnsent<Edit>(post.id, { writing: writingOf(post), version: etag })
  const { writing, version, refused, decided } = unsent.typed
  const [refusals, setRefusals] = useState(0)
  const [hasDecided, setDecided] = useState(false)
  const navigate = useNavigate()
  const update = useUpdatePost(unsent.forget)
  const address = `/blog/${post.id}`

  function save(is_published: boolean | undefined, ifMatch = version) {
    if (update.isPending) return
    update.mutate(
      { id: post.id, etag: ifMatch, body: { ...writing, is_published } },
      {
        onSuccess: () => void navigate(address),
        onError: (error) => {
          if (!isStatus(error, 412)) return
          unsent.type({ ...unsent.typed, refused: { text: messageOf(error, texts.updateFailed), is_published } })
          setRefusals((count) => count + 1)
        },
      },
    )
  }

  function decide(next: Edit) {
    unsent.type(next)
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
            onKeep={(stored) => decide(keepMine(unsent.typed, stored))}
            onTake={(stored) => decide(takeStored(unsent.typed, stored))}
            onSave={(stored) => save(refused.is_published, stored.etag)}
          />
        </>
      )}
      {decided && !refused && (
        <ConflictNote
          decided={decided}
          takesFocus={hasDecided}
          isSaving={update.isPending}
          onSwap={() => unsent.type(swap(unsent.typed))}
        />
      )}
    </>
  )

  return (
    <PostForm
      author={post.author_name}
      category={post.category_id && post.category_name ? { id: post.category_id, name: post.category_name } : undefined}
      writing={writing}
      isSaving={update.isPending}
      onChange={(writing) => unsent.type({ ...unsent.typed, writing })}
      failure={update.error}
      cancelTo={address}
      onCancel={unsent.forget}
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
