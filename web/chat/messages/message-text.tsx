import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { placeOf } from '../../../contract/content/places.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { type MessagePart, parseMessage } from '../../../contract/markdown/parse-message.ts'
import { splitText } from '../../../contract/markdown/plugins/split-long-texts.ts'
import { Thumbnail } from '../../files/images/thumbnail.tsx'
import { useOpenedFile } from '../../files/use-opened-file.tsx'
import { useTarget } from '../../links/resolved-link.tsx'
import { urlInfo } from '../../markdown/images/external-images.ts'
import { LinkToken } from '../../markdown/link-token.tsx'
import { Mention } from '../../markdown/mention.tsx'
import lists from '../../ui/lists/lists.module.css'
import type { Answered } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import css from './message.module.css'

/** A word of thousands of letters is split: browsers lay it out slowly. */
const longWord = /\S{500,}/

export function MessageText({ message }: { message: string }) {
  const parts = useMemo(() => parseMessage(message), [message])
  const files = parts.flatMap((part) => (part.kind === 'file' ? [part] : []))
  return (
    <>
      <p className={css.text} dir="auto">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
          <Part key={index} part={part} />
        ))}
      </p>
      {files.length > 0 && <MessageImages files={files} />}
    </>
  )
}

function Part({ part }: { part: MessagePart }): ReactNode {
  if (part.kind === 'text') return <PlainText text={part.text} />
  if (part.kind === 'link') return <MessageLink url={part.url} text={part.text} />
  if (part.kind === 'mention') return <Mention target={part.id} label={part.text.slice(1)} />
  return <LinkToken kind={part.kind} target={part.target} label={part.label} />
}

function PlainText({ text }: { text: string }) {
  if (!longWord.test(text)) return text
  return splitText(text, 500).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
    <span key={index} className={css.longWord}>
      {part}
    </span>
  ))
}

/** Links to own pages open in this tab, others in a new one without referrer. */
function MessageLink({ url, text }: { url: string; text: string }) {
  const { isOwn, isWeb } = urlInfo(url)
  const { pathname, search, hash } = isOwn ? new URL(url, location.href) : { pathname: '', search: '', hash: '' }
  if (isOwn && !pathname.startsWith('/api/')) return <Link to={pathname + search + hash}>{text}</Link>
  return (
    <a href={url} rel="noopener noreferrer nofollow" target={isWeb ? '_blank' : undefined}>
      {text}
    </a>
  )
}

/** Further images are links in the text. */
const maxShown = 4

function MessageImages({ files }: { files: { target: string; label: string }[] }) {
  const { open, viewer } = useOpenedFile()
  const distinct = [...new Map(files.map((file) => [file.target, file])).values()].slice(0, maxShown)
  return (
    <div className={`wrap gap-2 ${css.images}`}>
      {distinct.map(({ target, label }) => (
        <MessageImage
          key={target}
          target={target}
          label={label}
          onOpen={(file) => open(file.category_id ?? 'none')(file)}
        />
      ))}
      {viewer}
    </div>
  )
}

interface ImageProps {
  target: string
  label: string
  onOpen: (file: ArchiveFile) => void
}

/** Opens in the viewer, or as a link does in a new tab. The box has its size before the image loads, so that nothing moves. */
function MessageImage({ target, label, onOpen }: ImageProps) {
  const { data: file } = useTarget('file', target)
  if (!file?.thumb_url) return null
  const name = `${texts.image}: ${label || file.original_name}`

  function view(event: MouseEvent) {
    if (!file || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(file)
  }

  return (
    <a
      className={css.image}
      href={file.cloudinary_url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      onClick={view}
    >
      <Thumbnail address={file.thumb_url} alt={name} />
    </a>
  )
}

/** The answered message; leads to it, and loads what lies between. */
export const MessageQuote = ({ id, quote }: Answered) => (
  <Link to={placeOf.message({ id })} className={lists.quote}>
    <span className="visually-hidden">{texts.answers} </span>
    <bdi className={css.quoted}>{quote.username}</bdi>
    <span className="one-line">{quote.excerpt === null ? texts.deleted : quote.excerpt || texts.unnamed.file}</span>
  </Link>
)
