import { useEffect, useId, useRef, useState } from 'react'
import type { Session } from '../../../contract/auth.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { RemoveButton } from '../../ui/lists/remove-button.tsx'
import css from '../auth.module.css'
import { useEndAllSessions, useEndSession } from './api.ts'
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

interface ItemProps {
  session: Session
  /** Its person, if it is somebody else. */
  userId?: string | undefined
  onEnded: () => void
}

/** One session; the current one is ended by the header's sign-out. */
function SessionItem({ session, userId, onEnded }: ItemProps) {
  const name = useId()
  const end = useEndSession(userId)
  const device = session.device ?? texts.unknownDevice

  return (
    <ActionItem
      name={device}
      nameId={name}
      badge={session.is_current && <Badge tone="good">{texts.thisSession}</Badge>}
      about={
        <dl className={css.facts}>
          <div>
            <dt>{texts.lastSeen}</dt>
            <dd>{session.is_current ? texts.now : <When at={session.last_seen_at} />}</dd>
          </div>
          <div>
            <dt>{texts.since}</dt>
            <dd>
              <When at={session.created_at} />
            </dd>
          </div>
          <div>
            <dt>{texts.atBrowserEnd}</dt>
            <dd>{session.is_kept ? texts.goesOn : texts.ends}</dd>
          </div>
          <div>
            <dt>{texts.address}</dt>
            <dd>{session.address ?? texts.unknownAddress}</dd>
          </div>
        </dl>
      }
      actions={
        !session.is_current && (
          <RemoveButton
            variant="secondary"
            describedBy={name}
            question={{ title: texts.endTitle(device), text: texts.endText, action: texts.endAction }}
            remove={() => end.mutateAsync(session)}
            removed={() => texts.ended(device)}
            failed={texts.endFailed}
            onRemoved={onEnded}
          >
            {texts.end}
          </RemoveButton>
        )
      }
    />
  )
}

interface EndAllProps {
  /** Their person, if it is somebody else. */
  userId?: string
  question: { title: string; text: string }
  failed: string
  size: 's' | 'm'
  onEnded: () => void
  children: string
}

/** Ends all sessions of a list but this one, after a question. */
export function EndAllSessions({ userId, question, failed, size, onEnded, children }: EndAllProps) {
  const end = useEndAllSessions(userId)
  return (
    <RemoveButton
      size={size}
      question={{ ...question, action: texts.endAllAction }}
      remove={() => end.mutateAsync()}
      removed={({ ended }) => texts.endedCount(ended)}
      failed={failed}
      onRemoved={onEnded}
    >
      {children}
    </RemoveButton>
  )
}
