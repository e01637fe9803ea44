import { useEffect, useRef, useState } from 'react'
import type { Session } from '../../contract/auth.ts'
import { Button } from '../ui/button.tsx'
import { SessionItem } from './session-item.tsx'
import css from './sessions.module.css'
import { texts } from './texts.ts'

/** Sessions that are seen at first: somebody who never signs out may have hundreds. */
const few = 8
/** So few more that they are shown rather than a button for them. */
const hardlyMore = 2

/** This session first, then the others, the last used first. */
export function SessionList({ sessions, onEnded }: { sessions: Session[]; onEnded: () => void }) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const sorted = sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
  const rest = isWhole || sorted.length <= few + hardlyMore ? 0 : sorted.length - few

  // The button is gone: the focus goes to the first that came.
  useEffect(() => {
    const first = list.current?.children[few]
    if (isWhole && first instanceof HTMLElement) first.focus()
  }, [isWhole])

  return (
    <>
      <ul ref={list} className={css.sessions} aria-labelledby="sessions">
        {sorted.slice(0, sorted.length - rest).map((session) => (
          <SessionItem key={session.id} session={session} onEnded={onEnded} />
        ))}
      </ul>
      {rest > 0 && (
        <Button className={css.rest} onClick={() => setWhole(true)}>
          {texts.showRest(rest)}
        </Button>
      )}
    </>
  )
}
