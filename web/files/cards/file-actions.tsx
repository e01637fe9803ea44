import { type FileKind, isPlayable, isViewable } from '../../../contract/content/file-kinds.ts'
import { downloadAddress, placeOf } from '../../../contract/content/places.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useMember } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { deletionTitle } from '../../ui/dialogs/deletion-title.ts'
import { titleOf } from '../../ui/file-kind/link-address.tsx'
import { RemoveButton } from '../../ui/lists/remove-button.tsx'
import { focusNeighbour } from '../../ui/page/focus.ts'
import { useDeleteFile } from '../api.ts'
import { DownloadButton } from '../download-button.tsx'
import { texts } from '../texts.ts'
import { loadDeleteWarning } from '../used-in/used-in.tsx'
import css from './file-card.module.css'

interface Props {
  file: ArchiveFile
  kind: FileKind
  onOpen: (file: ArchiveFile) => void
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' }

/** Actions of SPEC §2, "Files". */
export function FileActions({ file, kind, onOpen }: Props) {
  const me = useMember()
  const isUpload = downloadAddress(file) !== null
  const canPlay = isPlayable(file.file_type)
  const canView = isViewable(file)
  const hasMore = canView || kind === 'pdf' || canPlay
  return (
    <div className={css.actions}>
      {file.source_type === 'url' && file.original_url && (
        <LinkButton size="s" icon="external" href={file.original_url} {...newTab}>
          {kind === 'youtube' ? texts.watchOnYoutube : texts.open}
        </LinkButton>
      )}
      {isUpload && kind === 'pdf' && (
        <LinkButton size="s" icon="book" href={placeOf.file(file)} {...newTab}>
          {texts.viewPdf}
        </LinkButton>
      )}
      {canView && (
        <Button size="s" icon="eye" onClick={() => onOpen(file)}>
          {texts.view}
        </Button>
      )}
      {isUpload && canPlay && (
        <Button size="s" icon="play" onClick={() => onOpen(file)}>
          {texts.play}
        </Button>
      )}
      <DownloadButton file={file} size="s" {...(hasMore ? { variant: 'quiet' } : { icon: 'download' })} />
      {me && permissions['file.delete'](me, file) && <Delete file={file} />}
    </div>
  )
}

function Delete({ file }: { file: ArchiveFile }) {
  const { mutateAsync } = useDeleteFile()
  return (
    <RemoveButton
      variant="quiet"
      className={css.delete}
      question={async () => ({
        title: deletionTitle(titleOf(file)),
        text: texts.confirmDelete(file.original_name),
        detail: await loadDeleteWarning(file.id),
        action: texts.delete,
      })}
      remove={() => mutateAsync(file.id)}
      removed={() => texts.deleted(file.original_name)}
      failed={texts.deleteFailed}
      onRemoved={(card) => focusNeighbour(card?.closest('li') ?? null)}
    >
      {texts.delete}
    </RemoveButton>
  )
}
