import type { Reaction } from '../../contract/content/reactions.ts'
import { messageOf } from '../api/call.ts'
import { type Target, useNamedReactions } from './api.ts'
import { texts } from './texts.ts'
import css from './who-reacted.module.css'

const names = new Intl.ListFormat('es')

/** Names of the people of each emoji. */
export default function WhoReacted({ target, reactions }: { target: Target; reactions: readonly Reaction[] }) {
  const { data, error } = useNamedReactions(target, reactions)
  if (error) return <p className={css.note}>{messageOf(error, texts.whoFailed)}</p>
  if (!data) return <p className={css.note}>{texts.loading}</p>
  return (
    <dl className={css.list}>
      {data.map((reaction) => (
        <div key={reaction.emoji} className={css.row}>
          <dt>{reaction.emoji}</dt>
          <dd>{names.format(namesOf(reaction.names, reaction.count))}</dd>
        </div>
      ))}
    </dl>
  )
}

const namesOf = (known: string[], count: number) =>
  count > known.length ? [...known, texts.more(count - known.length).replace(/^y /, '')] : known
