import { useId, useRef, useState } from 'react'
import { deliveryStates, type Mail, type Outbox } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { wasHere } from '../ui/was-here.ts'
import { When } from '../ui/when.tsx'
import { useMails } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import { Deliveries } from './deliveries.tsx'
import css from './mails.module.css'

/** What was mailed, newest first; each opens to whom it went. */
export function Mails({ outbox, lookedAt }: { outbox: Outbox; lookedAt: number }) {
  const query = useMails(outbox, lookedAt)
  const end = useRef<HTMLDivElement>(null)
  // sent while it was read, a mail may stand on two pages
  const mails = query.data && [
    ...new Map(query.data.pages.flatMap(({ items }) => items).map((mail) => [mail.id, mail])).values(),
  ]

  // where the button that was pressed goes away, the focus stays near
  async function showMore() {
    const { hasNextPage } = await query.fetchNextPage()
    if (!hasNextPage && wasHere(end.current)) end.current?.focus()
  }

  return (
    <>
      {query.isPending && <Skeleton label={texts.loadingOutbox} shape="rows" count={3} />}
      {mails?.length === 0 && <EmptyState drawing="quill">{texts.noMails}</EmptyState>}
      {mails && mails.length > 0 && (
        <ul className={css.mails}>
          {mails.map((mail) => (
            <li key={mail.id} className={css.mail}>
              <OneMail mail={mail} />
            </li>
          ))}
        </ul>
      )}
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          {messageOf(query.error, texts.outboxFailed)}
        </ErrorNote>
      )}
      <div ref={end} tabIndex={-1}>
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void showMore()}>
            {texts.moreMails}
          </Button>
        )}
      </div>
    </>
  )
}

function OneMail({ mail }: { mail: Mail }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const all = mail.queued + mail.sent + mail.failed
  return (
    <>
      <h3 className={css.subject}>
        <button
          ref={toggle}
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-describedby={`${id}-facts`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" size={18} className={css.chevron} />
          <bdi>{mail.subject}</bdi>
        </button>
      </h3>
      <div id={`${id}-facts`} className={css.facts}>
        <Badge>{texts.kinds[mail.kind]}</Badge>
        <span>
          {texts.by} <bdi>{mail.created_by}</bdi>
        </span>
        <When at={mail.created_at} />
        <span className={css.counts}>
          {deliveryStates
            .filter((state) => mail[state] > 0 || (state === 'sent' && all === 0))
            .map((state) => (
              <span key={state} className={css[state]}>
                {mail[state]} {texts.states[state]}
              </span>
            ))}
        </span>
      </div>
      {mail.queued > 0 && (
        <div className={css.bar} aria-hidden="true">
          <div style={{ inlineSize: `${(100 * (mail.sent + mail.failed)) / all}%` }} />
        </div>
      )}
      {isOpen && (
        <div id={id} className={css.panel}>
          <Deliveries mail={mail} onRetried={() => toggle.current?.focus()} />
        </div>
      )}
    </>
  )
}
