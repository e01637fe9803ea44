import { Link } from 'react-router'
import { placeOf } from '../../../contract/content/places.ts'
import { VisuallyHidden } from '../../ui/page/visually-hidden.tsx'
import type { Answered } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import css from './message.module.css'

/** The answered message; leads to it, and loads what lies between. */
export const MessageQuote = ({ id, quote }: Answered) => (
  <Link to={placeOf.message({ id })} className={css.quote}>
    <VisuallyHidden>{texts.answers} </VisuallyHidden>
    <bdi className={css.quoted}>{quote.username}</bdi>
    <span className="one-line">{quote.excerpt === null ? texts.deleted : quote.excerpt || texts.unnamed.file}</span>
  </Link>
)
