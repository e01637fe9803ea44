import { useRef } from 'react'
import { countedStates, type QueueStatus } from '../../contract/mail.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { hadFocus } from '../ui/page/focus.ts'
import { Notice } from '../ui/page/notice.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { useMailQueue, useRetryQueue } from './api.ts'
import css from './mail.module.css'
import { MailList } from './mail-list.tsx'
import { texts } from './texts.ts'

export function MailQueue() {
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useMailQueue()
  const { data, dataUpdatedAt } = query
  const { title, intro } = data?.is_set === false ? texts.saved : texts
  return (
    <section aria-labelledby="mail-queue" className={css.queue}>
      <SectionHead id="mail-queue" title={title} headingRef={heading} intro={intro} />
      <QueryState query={query} texts={texts} shape="rows" count={3} />
      {data && (
        <>
          <p className={css.states}>
            {countedStates
              .filter((state) => data[state] > 0 || !['skipped', data.is_set ? 'saved' : 'sent'].includes(state))
              .map((state) => (
                <span key={state} className={state === 'failed' && data.failed > 0 ? css.failures : undefined}>
                  <strong>{data[state]}</strong> {texts.states[state](data[state])}
                </span>
              ))}
          </p>
          {data.held && <DeliveryPaused held={data.held} onReleased={() => heading.current?.focus()} />}
          <MailList queue={data} queueReadAt={dataUpdatedAt} />
        </>
      )}
    </section>
  )
}

/** The reason why delivery is paused, and the time of the next attempt. */
function DeliveryPaused({ held, onReleased }: { held: NonNullable<QueueStatus['held']>; onReleased: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const resume = useRetryQueue()
  const retry = () =>
    resume.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.retrying)
        // the note with the focused button was removed
        if (hadFocus(note.current)) onReleased()
      },
      onError: (error) => toast.error(messageOf(error, texts.retryNowFailed)),
    })
  return (
    <Notice
      ref={note}
      icon="clock"
      title={texts.paused}
      action={
        <Button size="s" icon="again" busy={resume.isPending} onClick={retry}>
          {texts.retryNow}
        </Button>
      }
    >
      <p>
        {texts.pausedReason} <span className="breaks">{held.reason}</span>
      </p>
      <p className="small">
        {texts.pausedSince} <When at={held.since} format={formatDayAndTime} />. {texts.pausedNextTry}{' '}
        <When at={held.next_try_at} format={formatDayAndTime} />. {texts.pausedText}
      </p>
    </Notice>
  )
}
