import { useRef } from 'react'
import type { Delivery, Mail } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { When } from '../ui/when.tsx'
import { useDeliveries, useRetryFailed } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import css from './deliveries.module.css'
import { sayMoment } from './say-moment.ts'

const tones = { queued: 'draft', sent: 'good', failed: 'danger' } as const

/** To whom a mail went, those that failed first, with why. */
export function Deliveries({ mail, onRetried }: { mail: Mail; onRetried: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const query = useDeliveries(mail)
  const retry = useRetryFailed(mail.id)
  // what changes its state while it is read may stand on two pages
  const deliveries = query.data && [
    ...new Map(query.data.pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values(),
  ]
  const retryFailed = () =>
    retry.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.requeued)
        // nothing failed any more, so that the button is gone
        if (wasHere(button.current)) onRetried()
      },
      onError: (error) => toast.error(messageOf(error, texts.retryFailedFailed)),
    })

  return (
    <div className={css.deliveries}>
      {mail.failed > 0 && (
        <Button ref={button} size="s" icon="again" busy={retry.isPending} onClick={retryFailed}>
          {texts.retryFailed}
        </Button>
      )}
      {query.isPending && <Skeleton label={texts.loadingDeliveries} shape="rows" count={3} />}
      {deliveries?.length === 0 && <p className={css.none}>{texts.noDeliveries}</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className={css.list} aria-label={texts.deliveriesOf(mail.subject)}>
          {deliveries.map((delivery) => (
            <li key={delivery.id} className={css.delivery}>
              <OneDelivery delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          {messageOf(query.error, texts.deliveriesFailed)}
        </ErrorNote>
      )}
      {query.hasNextPage && (
        <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.moreDeliveries}
        </Button>
      )}
    </div>
  )
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const { name, email, state, attempts, reason, next_try_at, sent_at } = delivery
  return (
    <>
      <span className={css.person}>
        <bdi className={css.name}>{name}</bdi> <span className={css.email}>{email}</span>
      </span>
      <span className={css.state}>
        {state === 'sent' && sent_at && <When at={sent_at} />}
        {state !== 'sent' && attempts > 0 && <span>{texts.attempts(attempts)}</span>}
        <Badge tone={tones[state]}>{texts.deliveryStates[state]}</Badge>
      </span>
      {state !== 'sent' && reason && (
        <span className={css.reason}>
          {reason}
          {next_try_at && attempts > 0 && (
            <>
              {' · '}
              {texts.nextTry} <When at={next_try_at} say={sayMoment} />
            </>
          )}
        </span>
      )}
    </>
  )
}
