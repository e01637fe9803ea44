import { Fragment, useId, useRef, useState } from 'react'
import { deliveryStates, type Mail, type Outbox } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icons.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { useMails } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import { Deliveries } from './deliveries.tsx'
import { itemsOnce } from './items-once.ts'
import css from './mails.module.css'

/** Stays with what is before it where a line ends. */
const between = '\u00a0· '

/** What was mailed, newest first; each opens to whom it went. */
export function Mails({ outbox, lookedAt }: { outbox: Outbox; lookedAt: number }) {
  const query = useMails(outbox, lookedAt)
  const mails = query.data && itemsOnce(query.data.pages)
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
      <ListEnd
        query={query}
        shown={texts.shownMails(mails?.length ?? 0, query.data?.pages.at(-1)?.total ?? 0)}
        more={texts.moreMails}
        failure={messageOf(query.error, texts.outboxFailed)}
      />
    </>
  )
}

function OneMail({ mail }: { mail: Mail }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const all = mail.queued + mail.sent + mail.failed + mail.skipped
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
      <p id={`${id}-facts`} className={css.facts}>
        <Badge className={css.kind}>{texts.kinds[mail.kind]}</Badge> {texts.by} <bdi>{mail.created_by}</bdi>
        {between}
        <When at={mail.created_at} />
        {deliveryStates
          .filter((state) => mail[state] > 0 || (state === 'sent' && all === 0))
          .map((state) => (
            <Fragment key={state}>
              {between}
              <span className={cx(css.count, css[state])}>
                {mail[state]} {texts.states[state](mail[state])}
              </span>
            </Fragment>
          ))}
      </p>
      {mail.queued > 0 && (
        <div className={css.bar} aria-hidden="true">
          <div style={{ inlineSize: `${(100 * (all - mail.queued)) / all}%` }} />
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
