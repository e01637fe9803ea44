import { memo, useId } from 'react'
import { type FileKind, kindOf } from '../../contract/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { youtubeVideo } from '../../contract/youtube.ts'
import { UsedIn } from '../links/used-in.tsx'
import { YoutubeVideo } from '../markdown/youtube-video.tsx'
import { Badge } from '../ui/badge.tsx'
import { saySize } from '../ui/sizes.ts'
import { When } from '../ui/when.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-card.module.css'
import { Plate } from './plate.tsx'
import { badges, texts } from './texts.ts'

interface Props {
  file: ArchiveFile
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

const isShort = ({ original_url }: ArchiveFile) => /\/shorts\//.test(original_url ?? '')

/** An address is no title: it stands below anyway. */
const titleOf = (file: ArchiveFile) => {
  const title = URL.canParse(file.original_name) ? texts.video : file.original_name
  return isShort(file) ? `${title} ${texts.short}` : title
}

/** Where a link leads, so that nobody is surprised: the host without `www.`. */
const hostOf = (address: string | null) => URL.parse(address ?? '')?.hostname.replace(/^www\./, '')

/** Kept as it is while more of them come below: there may be thousands. */
export const FileCard = memo(({ file, onView, onPlay }: Props) => {
  const id = useId()
  const kind = kindOf(file.file_type)
  const isVideo = kind === 'youtube' && youtubeVideo(file.original_url ?? '') !== null
  return (
    <article className={css.card} data-video={isVideo || undefined} aria-labelledby={id}>
      {isVideo ? (
        <YoutubeVideo href={file.original_url ?? ''} title={titleOf(file)} isBare />
      ) : (
        <Plate file={file} kind={kind} onView={onView} onPlay={onPlay} />
      )}
      <div className={css.words}>
        <h3 id={id} className={css.name}>
          <bdi>{file.original_name}</bdi>
          {isVideo && isShort(file) && ` ${texts.short}`}
        </h3>
        <Facts file={file} kind={kind} />
        {file.description && <p className={css.description}>{file.description}</p>}
        <p className={css.facts}>
          <span>
            {texts.by} <bdi>{file.uploaded_by}</bdi>
          </span>
          <When at={file.uploaded_at} />
        </p>
        <UsedIn file={file} />
      </div>
      <FileActions file={file} kind={kind} onView={onView} onPlay={onPlay} />
    </article>
  )
})

function Facts({ file, kind }: { file: ArchiveFile; kind: FileKind }) {
  const host = file.source_type === 'url' ? hostOf(file.original_url) : undefined
  return (
    <p className={css.facts}>
      <Badge>{badges[kind]}</Badge>
      {file.source_type === 'upload' ? <span>{saySize(file.file_size)}</span> : host && <span>{host}</span>}
    </p>
  )
}
