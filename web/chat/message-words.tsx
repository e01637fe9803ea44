import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { LinkToken } from '../markdown/link-token.tsx'
import { inPieces } from '../markdown/pieces.ts'
import { placeOf } from '../markdown/safe-url.ts'
import css from './message.module.css'
import { Pictures } from './pictures.tsx'
import { type Piece, piecesOf } from './words.ts'

/** A word of thousands of letters is laid out in pieces: browsers take long over one. */
const longWord = /\S{500,}/

/** What somebody said: text with its line ends, addresses as links, tokens as in posts, pictures of the archive below. */
export function MessageWords({ message }: { message: string }) {
  const pieces = useMemo(() => piecesOf(message), [message])
  const files = pieces.flatMap((piece) => (piece.kind === 'file' ? [piece] : []))
  return (
    <>
      <p className={css.words} dir="auto">
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
          <Part key={index} piece={piece} />
        ))}
      </p>
      {files.length > 0 && <Pictures files={files} />}
    </>
  )
}

function Part({ piece }: { piece: Piece }): ReactNode {
  if (piece.kind === 'words') return <Words text={piece.text} />
  if (piece.kind === 'link') return <Address url={piece.url} text={piece.text} />
  return <LinkToken kind={piece.kind} target={piece.target} label={piece.label} />
}

function Words({ text }: { text: string }) {
  if (!longWord.test(text)) return text
  return inPieces(text, 500).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
    <span key={index} className={css.piece}>
      {part}
    </span>
  ))
}

/** Pages of ours open here, everything else in a tab that learns nothing of us. */
function Address({ url, text }: { url: string; text: string }) {
  const { isOwn, isWeb } = placeOf(url)
  const { pathname, search, hash } = isOwn ? new URL(url, location.href) : { pathname: '', search: '', hash: '' }
  if (isOwn && !pathname.startsWith('/api/')) return <Link to={pathname + search + hash}>{text}</Link>
  return (
    <a href={url} rel="noopener noreferrer nofollow" target={isWeb ? '_blank' : undefined}>
      {text}
    </a>
  )
}
