import { useRef } from 'react'
import type { Delivery, Mail } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { When } from '../ui/when.tsx'
import { useDeliveries, useRetryFailed } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import css from './deliveries.module.css'
import { itemsOnce } from './items-once.ts'
import { sayMoment } from './say-moment.ts'

const tones = { queued: 'accent', sent: 'good', failed: 'danger', skipped: 'neutral' } as const

/** To whom a mail went, those that failed first, with why; nothing has to be done about those that were skipped. */
export function Deliveries({ mail, onRetried }: { mail: Mail; onRetried: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const query = useDeliveries(mail)
  const retry = useRetryFailed(mail.id)
  const deliveries = query.data && itemsOnce(query.data.pages)
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
      <ListEnd
        query={query}
        shown={texts.shownDeliveries(deliveries?.length ?? 0, query.data?.pages.at(-1)?.total ?? 0)}
        more={texts.moreDeliveries}
        failure={messageOf(query.error, texts.deliveriesFailed)}
        size="s"
      />
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
        {(state === 'queued' || state === 'failed') && attempts > 0 && <span>{texts.attempts(attempts)}</span>}
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
