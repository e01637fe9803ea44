import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import css from '../auth.module.css'
import { useSessions } from './api.ts'
import { EndAllSessions, SessionList } from './session-list.tsx'
import { texts } from './texts.ts'

interface Props {
  user: { id: string; name: string }
}

/** Sessions of somebody else, for admins: loaded when they are asked for. */
export function MemberSessions({ user }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenMemberSessions user={user} />
  return (
    <Button size="s" onClick={() => setOpen(true)}>
      {texts.showOfMember}
    </Button>
  )
}

function OpenMemberSessions({ user }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useSessions(user.id)
  const focusHeading = () => heading.current?.focus()
  // the pressed button is removed
  useEffect(() => heading.current?.focus(), [])

  return (
    <section aria-labelledby={id}>
      <div className={`row wrap spread gap-2 below-2 ${css.memberHead}`}>
        <h3 ref={heading} id={id} tabIndex={-1}>
          {texts.ofMember}
        </h3>
        {query.data && query.data.length > 0 && (
          <EndAllSessions
            userId={user.id}
            question={{ title: texts.endAllTitle(user.name), text: texts.endAllText }}
            failed={texts.endAllFailed}
            size="s"
            onEnded={focusHeading}
          >
            {texts.endAll}
          </EndAllSessions>
        )}
      </div>
      {query.data?.length === 0 && <p>{texts.noneOfMember}</p>}
      {query.data && query.data.length > 0 && (
        <SessionList labelledBy={id} sessions={query.data} userId={user.id} onEnded={focusHeading} />
      )}
      <QueryState query={query} texts={texts} shape="rows" count={2} onRetry={focusHeading} />
    </section>
  )
}
