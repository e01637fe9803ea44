import type { Post, PostVersion } from '../../contract/posts.ts'
import { alertOf, isStatus, messageOf } from '../api/call.ts'
import { useCategories } from '../categories/api.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useToast } from '../ui/toast.tsx'
import { useUpdatePost } from './api.ts'
import { storeError } from './texts.ts'
import { texts } from './version-texts.ts'
import css from './versions.module.css'
import { sayMoment } from './versions-moment.ts'

interface Props {
  version: PostVersion
  current: { post: Post; etag: string | undefined }
  onRestored: () => void
}

/** Saves a version again as the newest one, over the text that it was compared with and no other: nothing is lost. */
export function VersionsRestore({ version, current: { post, etag }, onRestored }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const categories = useCategories()
  // told also when the dialog was closed before the answer came
  const update = useUpdatePost(() => toast.success(texts.restored))

  const { title, content, category_name } = version
  const named = [{ id: post.category_id, name: post.category_name }, ...(categories.data ?? [])]
  // A version knows its category by name; one that can't be chosen any more can't be given back.
  const category = category_name === null ? { id: null } : named.find(({ name }) => name === category_name)

  async function restore() {
    const text = [
      texts.confirmRestore(sayMoment(new Date(version.saved_at))),
      ...(category || category_name === null ? [] : [texts.categoryStays(category_name)]),
    ].join(' ')
    if (!(await confirm({ text, action: texts.restore }))) return
    const body = { title, content, category_id: category ? category.id : post.category_id }
    update.mutate({ id: post.id, body, etag }, { onSuccess: onRestored })
  }

  const { error } = update
  return (
    <div className={css.restore}>
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
    </div>
  )
}
