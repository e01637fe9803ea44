import { useRef, useState } from 'react'
import { type FileKind, isPlayable, isViewable } from '../../../contract/content/file-kinds.ts'
import { downloadAddress, placeOf } from '../../../contract/content/places.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { permissions } from '../../../contract/permissions.ts'
import { messageOf } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { AnchorButton, Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { deletionTitle } from '../../ui/dialogs/deletion-title.ts'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { titleOf } from '../../ui/file-kind/link-address.tsx'
import { focusNeighbour } from '../../ui/page/focus.ts'
import { useDeleteFile } from '../api.ts'
import { texts } from '../texts.ts'
import { loadDeleteWarning } from '../used-in/used-in.tsx'
import css from './file-card.module.css'

interface Props {
  file: ArchiveFile
  kind: FileKind
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' }

/** Actions of SPEC §2, "Files". */
export function FileActions({ file, kind, onView, onPlay }: Props) {
  const me = useMember()
  const download = downloadAddress(file)
  const canPlay = isPlayable(file.file_type)
  const canView = isViewable(file)
  const hasMore = canView || kind === 'pdf' || canPlay
  return (
    <div className={css.actions}>
      {file.source_type === 'url' && file.original_url && (
        <AnchorButton size="s" icon="external" href={file.original_url} {...newTab}>
          {kind === 'youtube' ? texts.watchOnYoutube : texts.open}
        </AnchorButton>
      )}
      {download && kind === 'pdf' && (
        <AnchorButton size="s" icon="book" href={placeOf.file(file)} {...newTab}>
          {texts.viewPdf}
        </AnchorButton>
      )}
      {canView && (
        <Button size="s" icon="eye" onClick={() => onView(file)}>
          {texts.view}
        </Button>
      )}
      {download && canPlay && (
        <Button size="s" icon="play" onClick={() => onPlay(file)}>
          {texts.play}
        </Button>
      )}
      {download && (
        <AnchorButton
          size="s"
          {...(hasMore ? { variant: 'quiet' } : { icon: 'download' })}
          href={download}
          download={file.original_name}
        >
          {texts.download}
        </AnchorButton>
      )}
      {me && permissions['file.delete'](me, file) && <Delete file={file} />}
    </div>
  )
}

function Delete({ file }: { file: ArchiveFile }) {
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useDeleteFile()
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)

  async function confirmAndDelete() {
    setAsking(true)
    const detail = await loadDeleteWarning(file.id)
    setAsking(false)
    const text = texts.confirmDelete(file.original_name)
    const title = deletionTitle(titleOf(file))
    if (!(await confirm({ title, text, detail, action: texts.delete, danger: true }))) return
    remove.mutate(file.id, {
      onSuccess: () => {
        toast.success(texts.deleted(file.original_name))
        focusNeighbour(button.current?.closest('li'))
      },
      onError: (error) => toast.error(messageOf(error, texts.deleteFailed)),
    })
  }

  return (
    <Button
      ref={button}
      size="s"
      variant="quiet"
      className={css.delete}
      busy={isAsking || remove.isPending}
      onClick={() => void confirmAndDelete()}
    >
      {texts.delete}
    </Button>
  )
}
