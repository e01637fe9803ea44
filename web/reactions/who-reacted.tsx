import { useRef, useState } from 'react'
import type { Reaction } from '../../contract/content/reactions.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { type Target, useNamedReactions } from './api.ts'
import css from './reactions.module.css'
import { texts } from './texts.ts'

const names = new Intl.ListFormat('es')

/** Names of the people of each emoji: of many the first ones, and all on asking. */
export default function WhoReacted({ target, reactions }: { target: Target; reactions: readonly Reaction[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLDListElement>(null)
  const { data, error } = useNamedReactions(target, reactions, { all })
  if (error) return <p className={css.note}>{messageOf(error, texts.whoFailed)}</p>
  if (!data) return <p className={css.note}>{texts.loading}</p>
  function showAll() {
    setAll(true)
    // the button goes
    list.current?.focus()
  }
  return (
    <dl ref={list} className={css.list} tabIndex={-1}>
      {data.map(({ emoji, names: known, count }) => (
        <div key={emoji} className={css.row}>
          <dt>{emoji}</dt>
          {count > known.length ? (
            <dd>
              {known.join(', ')}{' '}
              <Button size="s" variant="quiet" disabled={all} onClick={showAll}>
                {texts.more(count - known.length)}
              </Button>
            </dd>
          ) : (
            <dd>{names.format(known)}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
