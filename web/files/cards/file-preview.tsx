import { type FileKind, isPlayable, isViewable } from '../../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import { Thumbnail } from '../images/thumbnail.tsx'
import css from './file-card.module.css'

interface Props {
  file: ArchiveFile
  kind: FileKind
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

/** The upper half of a card: thumbnail or kind icon. A click does the same as the card's button. */
export function FilePreview({ file, kind, onView, onPlay }: Props) {
  const open = isViewable(file)
    ? onView
    : isPlayable(file.file_type) && file.source_type === 'upload'
      ? onPlay
      : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the button below
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a larger target for the button below
    <div className={css.preview} data-kind={kind} data-opens={open ? '' : undefined} onClick={() => open?.(file)}>
      {file.thumb_url ? (
        <Thumbnail address={file.thumb_url} kind={kind} className={css.thumb} />
      ) : (
        <KindIcon kind={kind} size={64} />
      )}
    </div>
  )
}
