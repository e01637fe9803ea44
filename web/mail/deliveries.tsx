import { useRef } from 'react'
import type { Delivery, Mail } from '../../contract/mail.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { ListEnd } from '../ui/lists/list-end.tsx'
import { hadFocus } from '../ui/page/focus.ts'
import { useDeliveries, useRetryFailed } from './api.ts'
import css from './mail.module.css'
import { texts } from './texts.ts'

const tones = { queued: 'accent', sent: 'good', failed: 'danger', skipped: 'neutral' } as const

/** Recipients of a mail with their results: failed deliveries first, with the reason; skipped ones need no action. */
export function Deliveries({ mail, onRetried }: { mail: Mail; onRetried: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const query = useDeliveries(mail)
  const retry = useRetryFailed(mail.id)
  const deliveries = query.data && itemsOf(query.data)
  const retryFailed = () =>
    retry.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.requeued)
        // the button is removed if nothing has failed any more
        if (hadFocus(button.current)) onRetried()
      },
      onError: (error) => toast.error(messageOf(error, texts.retryFailedError)),
    })

  return (
    <div className="stack start gap-3">
      {mail.failed > 0 && (
        <Button ref={button} size="s" icon="again" busy={retry.isPending} onClick={retryFailed}>
          {texts.retryFailed}
        </Button>
      )}
      {deliveries?.length === 0 && <p className="muted">{texts.noDeliveries}</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className={css.list} aria-label={texts.deliveriesOf(mail.subject)}>
          {deliveries.map((delivery) => (
            <li key={delivery.id} className={css.delivery}>
              <DeliveryItem delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      <ListEnd query={query} texts={texts.deliveries} size="s" shape="rows" count={3} />
    </div>
  )
}

function DeliveryItem({ delivery }: { delivery: Delivery }) {
  const { name, email, state, attempts, reason, next_try_at, sent_at } = delivery
  const isSaved = state === 'sent' && reason !== null
  return (
    <>
      <span className={`shrinks breaks ${css.person}`}>
        <bdi className={`strong ${css.name}`}>{name}</bdi> <span className={`muted ${css.email}`}>{email}</span>
      </span>
      <span className={css.state}>
        {state === 'sent' && sent_at && <When at={sent_at} />}
        {(state === 'queued' || state === 'failed') && attempts > 0 && <span>{texts.attempts(attempts)}</span>}
        <Badge tone={isSaved ? 'neutral' : tones[state]}>
          {isSaved ? texts.saved.delivery : texts.deliveryStates[state]}
        </Badge>
      </span>
      {reason && (
        <span className={`whole-row muted breaks ${css.reason}`}>
          {reason}
          {next_try_at && attempts > 0 && (
            <>
              {' · '}
              {texts.nextTry} <When at={next_try_at} format={formatDayAndTime} />
            </>
          )}
        </span>
      )}
    </>
  )
}
