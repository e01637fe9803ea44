import { useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useEndAllSessions, useSessions } from './api.ts'
import { EndAllSessions, SessionList } from './session-list.tsx'
import { texts } from './texts.ts'

/** The own sessions (SPEC §2). */
export function SessionsSection() {
  const query = useSessions()
  const end = useEndAllSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = query.data?.filter((session) => !session.is_current) ?? []

  // The pressed button is removed.
  const focusHeading = () => heading.current?.focus()

  function retry() {
    focusHeading()
    void query.refetch()
  }

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
              end={end}
              question={{ title: texts.endOthersTitle, text: texts.endOthersText(others.length) }}
              failed={texts.endOthersFailed}
              onEnded={focusHeading}
            >
              {texts.endOthers}
            </EndAllSessions>
          )
        }
        className="below-3"
      />
      {query.isPending && <Skeleton label={texts.loadingSessions} shape="rows" count={3} />}
      {query.data && <SessionList labelledBy="sessions" sessions={query.data} onEnded={focusHeading} />}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={retry}>
          {messageOf(query.error, texts.sessionsFailed)}
        </ErrorNote>
      )}
    </section>
  )
}
