import { useEffect, useRef, useState } from 'react'
import type { Session } from '../../../contract/auth.ts'
import { ActionList } from '../../ui/action-list.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SessionItem } from './session-item.tsx'
import { texts } from './texts.ts'

/** A person who never signs out may have dozens of sessions. */
const initialCount = 8
/** Up to this many more are shown without a button. */
const tolerance = 2

interface Props {
  sessions: Session[]
  /** Id of the heading. */
  labelledBy: string
  /** Their person, if it is somebody else. */
  userId?: string
  onEnded: () => void
}

/** This session, then the others, the last used first. */
export function SessionList({ sessions, labelledBy, userId, onEnded }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const sorted = sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
  const rest = isExpanded || sorted.length <= initialCount + tolerance ? 0 : sorted.length - initialCount

  // The pressed button is removed: the focus moves to the first added session.
  useEffect(() => {
    const first = list.current?.children[initialCount]
    if (isExpanded && first instanceof HTMLElement) first.focus()
  }, [isExpanded])

  return (
    <>
      <ActionList ref={list} labelledBy={labelledBy}>
        {sorted.slice(0, sorted.length - rest).map((session) => (
          <SessionItem key={session.id} session={session} userId={userId} onEnded={onEnded} />
        ))}
      </ActionList>
      {rest > 0 && (
        <Button className="above-3" onClick={() => setExpanded(true)}>
          {texts.showRest(rest)}
        </Button>
      )}
    </>
  )
}
