import { Link } from 'react-router'
import type { Comment } from '../../contract/comments.ts'
import { isImageName, replaceImages } from '../../contract/content/link-tokens.ts'
import { anchorOf } from '../../contract/content/places.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import lists from '../ui/lists/lists.module.css'
import css from './comments.module.css'
import { texts } from './texts.ts'

/** A comment that is being answered. */
export interface Answered {
  id: string
  author_name: string
  excerpt: string
}

/** Characters of a comment above the field of its answer, of which a line is shown. */
const maxExcerpt = 200

export function answeredBy({ id, author_name, content }: Comment): Answered {
  // as it is read, without signs of Markdown; of photos alone their texts, as the server quotes them
  const shown =
    document.querySelector<HTMLElement>(`#${anchorOf.comment(id)} .prose`)?.innerText.trim() ||
    replaceImages(content, (alt) => (isImageName(alt) ? '' : alt) || texts.photo)
  return { id, author_name, excerpt: shown.replace(/\s+/g, ' ').trim().slice(0, maxExcerpt).toWellFormed() }
}

/** The answered comment above an answer; leads to it. */
export function AnsweredQuote({ comment: { reply_to, quote } }: { comment: Comment }) {
  if (reply_to === null) return null
  if (quote === null) return <p className={cx(lists.quote, 'italic')}>{texts.answeredGone}</p>
  return (
    <Link to={`#${anchorOf.comment(reply_to)}`} className={lists.quote}>
      <span className="visually-hidden">{texts.answers} </span>
      <bdi className={css.author}>{quote.author_name}</bdi> <span className="one-line">{quote.excerpt}</span>
    </Link>
  )
}

/** The same above the field, with a way to write an ordinary comment instead. */
export const AnsweredNote = ({ answered, onCancel }: { answered: Answered; onCancel: () => void }) => (
  <div className={css.answeredNote}>
    <p className={lists.quote}>
      <bdi className={css.author}>{texts.answering(answered.author_name)}</bdi>{' '}
      <span className="one-line">{answered.excerpt}</span>
    </p>
    <IconButton icon="close" label={texts.cancelAnswer} onClick={onCancel} />
  </div>
)
