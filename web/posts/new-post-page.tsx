import { useNavigate } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { useDraft } from '../api/drafts.ts'
import { useMember } from '../api/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { useCreatePost } from './api.ts'
import { type PostDraft, PostForm } from './post-form.tsx'
import { storeError, texts } from './texts.ts'

export default function NewPostPage() {
  const draft = useDraft<PostDraft>('post', { title: '', content: '', category_id: null })
  const me = useMember()
  const navigate = useNavigate()
  const create = useCreatePost(draft.id, draft.discard)

  const save = (is_published: boolean) => {
    if (!me?.name || create.isPending) return
    create.mutate(
      { ...draft.value, is_published },
      { onSuccess: () => void navigate(is_published ? pages.blog.path : pages.drafts.path) },
    )
  }
  const savingAs = create.isPending ? create.variables.is_published : undefined

  return (
    <Page title={texts.newPost} width="list" back={{ to: pages.blog.path, label: texts.backToBlog }}>
      <PostForm
        author={me?.name ?? ''}
        values={draft.value}
        onChange={draft.setValue}
        draft={draft}
        saving={create}
        cancelTo={pages.blog.path}
        error={create.isError && <ErrorNote>{storeError(messageOf(create.error, texts.createFailed))}</ErrorNote>}
        buttons={(canSave) => (
          <>
            <Button disabled={!canSave} busy={savingAs === false} onClick={() => save(false)}>
              {texts.saveDraft}
            </Button>
            <Button variant="primary" disabled={!canSave} busy={savingAs === true} onClick={() => save(true)}>
              {texts.publishPost}
            </Button>
          </>
        )}
      />
    </Page>
  )
}
