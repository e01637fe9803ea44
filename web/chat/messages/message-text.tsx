import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { type MessagePart, parseMessage } from '../../../contract/markdown/parse-message.ts'
import { splitText } from '../../../contract/markdown/plugins/split-long-texts.ts'
import { LinkToken } from '../../markdown/link-token.tsx'
import { Mention } from '../../markdown/mention.tsx'
import { urlInfo } from '../../markdown/url-info.ts'
import css from './message.module.css'
import { MessageImages } from './message-images.tsx'

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
