import type { Post, PostVersion } from '../../../contract/posts.ts'
import { alertOf, isStatus, messageOf } from '../../api/call.ts'
import { useCategories } from '../../categories/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useUpdatePost } from '../api.ts'
import { storeError } from '../texts.ts'
import { formatMoment } from './format-moment.ts'
import { texts } from './texts.ts'

interface Props {
  version: PostVersion
  current: { post: Post; etag: string | undefined }
  onRestored: () => void
}

/** Saves a version again as the newest one, unless the text it was compared with has changed. */
export function RestoreVersion({ version, current: { post, etag }, onRestored }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const categories = useCategories()
  // the toast is also shown after the dialog was closed
  const update = useUpdatePost(() => toast.success(texts.restored))

  const { title, content, category_name } = version
  const named = [{ id: post.category_id, name: post.category_name }, ...(categories.data ?? [])]
  // A version has only the name of its category; an inactive category can't be restored.
  const category = category_name === null ? { id: null } : named.find(({ name }) => name === category_name)

  async function restore() {
    const text = [
      texts.confirmRestore(formatMoment(new Date(version.saved_at))),
      ...(category || category_name === null ? [] : [texts.categoryStays(category_name)]),
    ].join(' ')
    if (!(await confirm({ text, action: texts.restore }))) return
    const body = { title, content, category_id: category ? category.id : post.category_id }
    update.mutate({ id: post.id, body, etag }, { onSuccess: onRestored })
  }

  const { error } = update
  return (
    <>
      {error && (
        <ErrorNote>
          {isStatus(error, 412)
            ? `${storeError(messageOf(error, texts.restoreFailed))} ${texts.changedMeanwhile}`
            : storeError(alertOf(error, texts.restoreFailed))}
        </ErrorNote>
      )}
      <Button
        variant="primary"
        icon="again"
        busy={update.isPending || categories.isPending}
        onClick={() => void restore()}
      >
        {texts.restore}
      </Button>
    </>
  )
}
