import { useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useRemoval } from '../../ui/lists/use-removal.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useEndOtherSessions, useSessions } from './api.ts'
import { SessionList } from './session-list.tsx'
import { texts } from './texts.ts'

/** The own sessions (SPEC §2). */
export function SessionsSection() {
  const query = useSessions()
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
        action={others.length > 0 && <EndOtherSessions count={others.length} onEnded={focusHeading} />}
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

function EndOtherSessions({ count, onEnded }: { count: number; onEnded: () => void }) {
  const [button, removeAfter] = useRemoval<HTMLButtonElement>(onEnded)
  const end = useEndOtherSessions()

  const confirmAndEnd = () =>
    removeAfter({
      question: { title: texts.endOthersTitle, text: texts.endOthersText(count), action: texts.endOthersAction },
      remove: () => end.mutateAsync(),
      removed: ({ ended }) => texts.othersEndedCount(ended),
      failed: texts.endOthersFailed,
    })

  return (
    <Button ref={button} variant="danger" busy={end.isPending} onClick={() => void confirmAndEnd()}>
      {texts.endOthers}
    </Button>
  )
}
