import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Post } from '../../contract/posts.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useUpdatePost } from './api.ts'
import { LazyConflict } from './conflict-lazy.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { type Edit, keepMine, swap, takeStored, writingOf } from './conflict-state.ts'
import { PostForm } from './post-form.tsx'
import { storeError, texts } from './texts.ts'

/** What is typed keeps the version it was typed over, so that what others save meanwhile is noticed. */
export function EditPostForm({ post, etag }: { post: Post; etag: string | undefined }) {
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
      wasFound={unsent.wasFound}
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
