import { memo, type ReactNode, useId } from 'react'
import { type FileKind, kindOf } from '../../../contract/content/file-kinds.ts'
import { formatSize } from '../../../contract/content/sizes.ts'
import { youtubeVideo } from '../../../contract/content/youtube.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { YoutubeVideo } from '../../markdown/youtube-video.tsx'
import { Reactions } from '../../reactions/reactions.tsx'
import { KindBadge } from '../../ui/file-kind/kind-badge.tsx'
import { LinkAddress, titleOf } from '../../ui/file-kind/link-address.tsx'
import { When } from '../../ui/format/when.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { texts } from '../texts.ts'
import { UsedIn } from '../used-in/used-in.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-card.module.css'
import { FilePreview } from './file-preview.tsx'
import { useAwaitedTitle } from './use-awaited-title.ts'

interface Props {
  file: ArchiveFile
  /** In place of the small picture. */
  preview?: ReactNode
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

const isShort = ({ original_url }: ArchiveFile) => /\/shorts\//.test(original_url ?? '')

/** A video saved without a name has its URL as `original_name`; the heading shows what it is. */
const playerTitle = (file: ArchiveFile) => {
  const title = URL.canParse(file.original_name) ? texts.video : file.original_name
  return isShort(file) ? `${title} ${texts.short}` : title
}

const hostOf = (address: string | null) => URL.parse(address ?? '')?.hostname.replace(/^www\./, '')

/** Memoized: lists can have thousands of cards. */
export const FileCard = memo(({ file: listed, preview, onView, onPlay }: Props) => {
  const file = useAwaitedTitle(listed)
  const id = useId()
  const kind = kindOf(file.file_type)
  const isVideo = kind === 'youtube' && youtubeVideo(file.original_url ?? '') !== null
  return (
    <article className={css.card} data-video={isVideo || undefined} aria-labelledby={id}>
      {isVideo ? (
        <YoutubeVideo href={file.original_url ?? ''} title={playerTitle(file)} isBare />
      ) : (
        (preview ?? <FilePreview file={file} kind={kind} onView={onView} onPlay={onPlay} />)
      )}
      <div className={css.text}>
        <div>
          <h3 id={id} className={css.name} title={file.title ?? undefined}>
            <bdi>{titleOf(file)}</bdi>
            {isVideo && isShort(file) && ` ${texts.short}`}
          </h3>
          <LinkAddress file={file} />
        </div>
        <KindFacts file={file} kind={kind} />
        {file.description && <p className={css.description}>{file.description}</p>}
        <Facts>
          <span>
            {texts.by} <bdi>{file.uploaded_by}</bdi>
          </span>
          <When at={file.uploaded_at} />
        </Facts>
        <UsedIn file={file} />
        <Reactions kind="file" id={file.id} reactions={file.reactions} className={css.reactions} />
      </div>
      <FileActions file={file} kind={kind} onView={onView} onPlay={onPlay} />
    </article>
  )
})

function KindFacts({ file, kind }: { file: ArchiveFile; kind: FileKind }) {
  const host = file.source_type === 'url' && !file.title ? hostOf(file.original_url) : undefined
  const unread = file.text_state && texts.unread[file.text_state]
  return (
    <Facts>
      <KindBadge kind={kind} />
      {file.source_type === 'upload' ? <span>{formatSize(file.file_size)}</span> : host && <span>{host}</span>}
      {unread && <span title={texts.unreadHint}>{unread}</span>}
    </Facts>
  )
}
