import type { ListedVersion } from '../../../contract/posts.ts'
import { alertOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useRemoveVersion } from './api.ts'
import { formatMoment } from './format-moment.ts'
import { texts } from './texts.ts'

interface Props {
  postId: string
  listed: ListedVersion
  onRemoved: () => void
}

/** The server keeps the current version. */
export function RemoveVersion({ postId, listed: { version, saved_at }, onRemoved }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useRemoveVersion(postId, () => {
    toast.success(texts.removed)
    onRemoved()
  })

  async function confirmAndRemove() {
    const text = texts.confirmRemoveText(formatMoment(new Date(saved_at)))
    if (await confirm({ title: texts.confirmRemove, text, action: texts.remove, danger: true })) remove.mutate(version)
  }

  return (
    <>
      {remove.error && <ErrorNote>{alertOf(remove.error, texts.removeFailed)}</ErrorNote>}
      <Button variant="danger" icon="trash" busy={remove.isPending} onClick={() => void confirmAndRemove()}>
        {texts.remove}
      </Button>
    </>
  )
}
