import { useNavigate } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Page } from '../ui/page.tsx'
import { useCreatePost } from './api.ts'
import { PostForm, type Writing } from './post-form.tsx'
import { storeError, texts } from './texts.ts'

export default function CreatePostPage() {
  const unsent = useUnsent<Writing>('post', { title: '', content: '', category_id: null })
  const writing = unsent.typed
  const me = useMember()
  const navigate = useNavigate()
  const create = useCreatePost(unsent.forget)

  const save = (is_published: boolean) => {
    if (!me?.name || create.isPending) return
    create.mutate(
      { ...writing, is_published },
      { onSuccess: () => void navigate(is_published ? pages.blog.path : pages.drafts.path) },
    )
  }
  const savingAs = create.isPending ? create.variables.is_published : undefined

  return (
    <Page title={texts.newPost} width="list" back={{ to: pages.blog.path, label: texts.backToBlog }}>
      <PostForm
        author={me?.name ?? ''}
        writing={writing}
        isSaving={create.isPending}
        onChange={unsent.type}
        failure={create.error}
        cancelTo={pages.blog.path}
        onCancel={unsent.forget}
        wasFound={unsent.wasFound}
        error={create.isError && <ErrorNote>{storeError(messageOf(create.error, texts.createFailed))}</ErrorNote>}
        buttons={(canSave) => (
          <>
            <Button disabled={!canSave || create.isPending} busy={savingAs === false} onClick={() => save(false)}>
              {texts.saveDraft}
            </Button>
            <Button
              variant="primary"
              disabled={!canSave || create.isPending}
              busy={savingAs === true}
              onClick={() => save(true)}
            >
              {texts.publishPost}
            </Button>
          </>
        )}
      />
    </Page>
  )
}
