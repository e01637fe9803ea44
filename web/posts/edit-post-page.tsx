import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { pages } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import type { Post } from '../../contract/posts.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useDraft } from '../api/drafts.ts'
import { useMember } from '../api/session.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { reloadNote } from '../ui/lazy-fallbacks.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { usePost, useUpdatePost } from './api.ts'
import type { ConflictProps } from './conflicts/conflict.tsx'
import { texts as conflictTexts } from './conflicts/texts.ts'
import { type PostDraft, PostForm } from './post-form.tsx'
import { storeError, texts } from './texts.ts'
import css from './versions/versions.module.css'

/** Loaded on the first conflict. If that fails, after a new release, a reload loses nothing. */
const Conflict = lazyPart<ConflictProps>(
  () => import('./conflicts/conflict.tsx'),
  reloadNote(conflictTexts.compareFailed),
  <Skeleton label={conflictTexts.loadingStored} shape="lines" count={4} />,
)

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

interface Edit {
  writing: PostDraft
  /** The ETag of the version that saving replaces. */
  version: string | undefined
  /** A save refused because of another version, until the decision: the error, and the requested publication. */
  refused?: { text: string; is_published: boolean | undefined } | undefined
  /** The decision, with the version that isn't in the form. */
  decided?: { form: 'mine' | 'stored'; other: PostDraft; isPublished: boolean } | undefined
}

const draftOf = ({ title, content, category_id }: Post): PostDraft => ({ title, content, category_id })

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

  /** Puts one of the two texts into the form, whose saving will replace the displayed version. */
  function decide(form: 'mine' | 'stored', { post: stored, etag }: { post: Post; etag: string | undefined }) {
    const [shown, other] = form === 'mine' ? [writing, draftOf(stored)] : [draftOf(stored), writing]
    draft.setValue({ writing: shown, version: etag, decided: { form, other, isPublished: stored.is_published } })
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
          <Conflict
            id={post.id}
            mine={writing}
            opened={post}
            refusals={refusals}
            isSaving={update.isPending}
            onDecide={decide}
            onSave={(stored) => save(refused.is_published, stored.etag)}
          />
        </>
      )}
      {decided && !refused && (
        <ConflictNote
          isMine={decided.form === 'mine'}
          takesFocus={hasDecided}
          isSaving={update.isPending}
          onSwap={() => {
            const form = decided.form === 'mine' ? 'stored' : 'mine'
            draft.setValue({ ...draft.value, writing: decided.other, decided: { ...decided, form, other: writing } })
          }}
        />
      )}
    </>
  )

  return (
    <PostForm
      author={post.author_name}
      category={post.category_id && post.category_name ? { id: post.category_id, name: post.category_name } : undefined}
      values={writing}
      onChange={(writing) => draft.setValue({ ...draft.value, writing })}
      draft={draft}
      saving={update}
      cancelTo={address}
      error={error}
      buttons={(canSave) => {
        const other = !(decided?.isPublished ?? post.is_published)
        return (
          <>
            <Button disabled={!canSave} busy={savingAs === other} onClick={() => save(other)}>
              {other ? texts.saveAndPublish : texts.saveAsDraft}
            </Button>
            <Button variant="primary" disabled={!canSave} busy={savingAs === 'same'} onClick={() => save(undefined)}>
              {texts.saveChanges}
            </Button>
          </>
        )
      }}
    />
  )
}

interface NoteProps {
  isMine: boolean
  /** True after a decision on this page, whose button was removed. */
  takesFocus: boolean
  isSaving: boolean
  onSwap: () => void
}

/** Names the version in the form after a conflict, and swaps it for the other one. */
function ConflictNote({ isMine, takesFocus, isSaving, onSwap }: NoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <div ref={note} tabIndex={-1} role="status" className={css.note}>
      <p>{isMine ? conflictTexts.mineStays : conflictTexts.storedTaken}</p>
      <Button size="s" busy={isSaving} onClick={onSwap}>
        {isMine ? conflictTexts.takeStored : conflictTexts.recoverMine}
      </Button>
    </div>
  )
}
