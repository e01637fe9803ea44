import { Link } from 'react-router'
import { placeOf } from '../../../contract/content/places.ts'
import lists from '../../ui/lists/lists.module.css'
import type { Answered } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import css from './message.module.css'

/** The answered message; leads to it, and loads what lies between. */
export const MessageQuote = ({ id, quote }: Answered) => (
  <Link to={placeOf.message({ id })} className={lists.quote}>
    <span className="visually-hidden">{texts.answers} </span>
    <bdi className={css.quoted}>{quote.username}</bdi>
    <span className="one-line">{quote.excerpt === null ? texts.deleted : quote.excerpt || texts.unnamed.file}</span>
  </Link>
)
