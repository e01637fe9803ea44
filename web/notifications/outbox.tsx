import { useRef } from 'react'
import { deliveryStates, type Outbox as OutboxState } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { When } from '../ui/when.tsx'
import { useOutbox, useTryAgain } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import { Mails } from './mails.tsx'
import css from './outbox.module.css'
import { sayMoment } from './say-moment.ts'

/** What was mailed and how the post goes. */
export function Outbox() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, dataUpdatedAt, error, isPending, isFetching, refetch } = useOutbox()
  return (
    <section aria-labelledby="outbox" className={css.outbox}>
      <div>
        <h2 id="outbox" ref={heading} tabIndex={-1} className={css.heading}>
          {texts.outbox}
        </h2>
        <p className={css.intro}>{texts.outboxIntro}</p>
      </div>
      {isPending && <Skeleton label={texts.loadingOutbox} shape="rows" count={3} />}
      {error && (
        <ErrorNote busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error, texts.outboxFailed)}
        </ErrorNote>
      )}
      {data && (
        <>
          <p className={css.states}>
            {deliveryStates
              .filter((state) => state !== 'skipped' || data.skipped > 0)
              .map((state) => (
                <span key={state} className={state === 'failed' && data.failed > 0 ? css.failed : undefined}>
                  <strong>{data[state]}</strong> {texts.states[state](data[state])}
                </span>
              ))}
          </p>
          {data.held && <Held held={data.held} onReleased={() => heading.current?.focus()} />}
          <Mails outbox={data} lookedAt={dataUpdatedAt} />
        </>
      )}
    </section>
  )
}

/** Why nothing goes out at the moment, and until when. */
function Held({ held, onReleased }: { held: NonNullable<OutboxState['held']>; onReleased: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const toast = useToast()
  const tryAgain = useTryAgain()
  const retry = () =>
    tryAgain.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.tryingAgain)
        // the note is gone, and its button with it
        if (wasHere(note.current)) onReleased()
      },
      onError: (error) => toast.error(messageOf(error, texts.tryAgainFailed)),
    })
  return (
    <div ref={note} role="status" className={css.held}>
      <Icon name="clock" className={css.sign} />
      <div className={css.words}>
        <p className={css.title}>{texts.held}</p>
        <p>
          {texts.heldReason} <span className={css.reason}>{held.reason}</span>
        </p>
        <p className={css.when}>
          {texts.heldSince} <When at={held.since} say={sayMoment} />. {texts.heldNext}{' '}
          <When at={held.next_try_at} say={sayMoment} />. {texts.heldText}
        </p>
      </div>
      <Button size="s" icon="again" busy={tryAgain.isPending} onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
