import { useRef } from 'react'
import { QueryState } from '../../ui/page/query-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { useSessions } from './api.ts'
import { EndAllSessions, SessionList } from './session-list.tsx'
import { texts } from './texts.ts'

/** The own sessions (SPEC §2). */
export function SessionsSection() {
  const query = useSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = query.data?.filter((session) => !session.is_current) ?? []

  // The pressed button is removed.
  const focusHeading = () => heading.current?.focus()

  return (
    <section aria-labelledby="sessions" className="above-7">
      <SectionHead
        id="sessions"
        title={texts.sessions}
        headingRef={heading}
        intro={query.data && (others.length > 0 ? texts.sessionsIntro : texts.noOthers)}
        action={
          others.length > 0 && (
            <EndAllSessions
              question={{ title: texts.endOthersTitle, text: texts.endOthersText(others.length) }}
              failed={texts.endOthersFailed}
              size="m"
              onEnded={focusHeading}
            >
              {texts.endOthers}
            </EndAllSessions>
          )
        }
        className="below-3"
      />
      {query.data && <SessionList labelledBy="sessions" sessions={query.data} onEnded={focusHeading} />}
      <QueryState query={query} texts={texts} shape="rows" count={3} onRetry={focusHeading} />
    </section>
  )
}
