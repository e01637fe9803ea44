import { memo, type ReactNode, useId, useState } from 'react'
import { type FileKind, isPlayable, isViewable, kindOf } from '../../../contract/content/file-kinds.ts'
import { formatSize } from '../../../contract/content/sizes.ts'
import { youtubeVideo } from '../../../contract/content/youtube.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { useSignal } from '../../api/live.ts'
import { YoutubeVideo } from '../../markdown/youtube-video.tsx'
import { Reactions } from '../../reactions/reactions.tsx'
import { KindBadge, KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import { LinkAddress, titleOf } from '../../ui/file-kind/link-address.tsx'
import { When } from '../../ui/format/when.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { useRefetchFile } from '../api.ts'
import { Thumbnail } from '../images/thumbnail.tsx'
import { texts } from '../texts.ts'
import { UsedIn } from '../used-in/used-in.tsx'
import { FileActions } from './file-actions.tsx'
import css from './file-card.module.css'

interface Props {
  file: ArchiveFile
  /** In place of the small picture. */
  preview?: ReactNode
  onOpen: (file: ArchiveFile) => void
}

const isShort = ({ original_url }: ArchiveFile) => /\/shorts\//.test(original_url ?? '')

/** A video saved without a name has its URL as `original_name`; the heading shows what it is. */
const playerTitle = (file: ArchiveFile) => {
  const title = URL.canParse(file.original_name) ? texts.video : file.original_name
  return isShort(file) ? `${title} ${texts.short}` : title
}

const hostOf = (address: string | null) => URL.parse(address ?? '')?.hostname.replace(/^www\./, '')

/** Memoized: lists can have thousands of cards. */
export const FileCard = memo(({ file: listed, preview, onOpen }: Props) => {
  const file = useAwaitedTitle(listed)
  const id = useId()
  const kind = kindOf(file.file_type)
  const isVideo = kind === 'youtube' && youtubeVideo(file.original_url ?? '') !== null
  return (
    <article className={css.card} data-video={isVideo || undefined} aria-labelledby={id}>
      {isVideo ? (
        <YoutubeVideo href={file.original_url ?? ''} title={playerTitle(file)} isBare />
      ) : (
        (preview ?? <FilePreview file={file} kind={kind} onOpen={onOpen} />)
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
      <FileActions file={file} kind={kind} onOpen={onOpen} />
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

/** The server announces the titles of younger links. */
const recentMs = 60 * 60_000

/** The file with the title of its page, which arrives a little after a link was added. */
function useAwaitedTitle(file: ArchiveFile): ArchiveFile {
  const { id, source_type, uploaded_at } = file
  const refetch = useRefetchFile()
  const [arrived, setArrived] = useState<string | null>(null)
  const [isRecent] = useState(() => Date.now() - Date.parse(uploaded_at) < recentMs)
  const title = file.title ?? arrived
  const isAwaited = isRecent && source_type === 'url' && !title

  useSignal('section_changed', (area) => {
    if (!isAwaited || area !== 'files') return
    // without an answer the next load of the list shows it
    refetch(id).then(
      ({ title }) => setArrived(title),
      () => undefined,
    )
  })

  return title === file.title ? file : { ...file, title }
}

interface PreviewProps extends Pick<Props, 'file' | 'onOpen'> {
  kind: FileKind
}

/** The upper half of a card: thumbnail or kind icon. A click does the same as the card's button. */
function FilePreview({ file, kind, onOpen }: PreviewProps) {
  const opens = isViewable(file) || (isPlayable(file.file_type) && file.source_type === 'upload')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the button below
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a larger target for the button below
    <div
      className={css.preview}
      data-kind={kind}
      data-opens={opens ? '' : undefined}
      onClick={() => opens && onOpen(file)}
    >
      {file.thumb_url ? (
        <Thumbnail address={file.thumb_url} kind={kind} className={css.thumb} />
      ) : (
        <KindIcon kind={kind} size={64} />
      )}
    </div>
  )
}
