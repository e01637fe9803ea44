import { useRef } from 'react'
import { messageOf } from '../api/call.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSessions } from './api.ts'
import { EndOthers } from './end-others.tsx'
import { SessionList } from './session-list.tsx'
import css from './sessions.module.css'
import { texts } from './texts.ts'

/** Where one is signed in, with what there is to say while that comes and when it doesn't. */
export function SessionsSection() {
  const query = useSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = query.data?.filter((session) => !session.is_current) ?? []

  // The button that was pressed goes away: the focus goes to the heading.
  const focusHeading = () => heading.current?.focus()

  function retry() {
    focusHeading()
    void query.refetch()
  }

  return (
    <section aria-labelledby="sessions" className={css.section}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 id="sessions" ref={heading} tabIndex={-1} className={css.heading}>
            {texts.sessions}
          </h2>
          {query.data && <p className={css.intro}>{others.length > 0 ? texts.sessionsIntro : texts.noOthers}</p>}
        </div>
        {others.length > 0 && <EndOthers count={others.length} onEnded={focusHeading} />}
      </div>
      {query.isPending && <Skeleton label={texts.loadingSessions} shape="rows" count={3} />}
      {query.data && <SessionList sessions={query.data} onEnded={focusHeading} />}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={retry}>
          {messageOf(query.error, texts.sessionsFailed)}
        </ErrorNote>
      )}
    </section>
  )
}
