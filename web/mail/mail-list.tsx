import { Fragment, useId, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { countedStates, type Mail, type QueueStatus } from '../../contract/mail.ts'
import { itemsOf } from '../api/paged.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { Icon } from '../ui/icons.tsx'
import { ListEnd } from '../ui/lists/list-end.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { useMails } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import css from './mail.module.css'
import { texts } from './texts.ts'

/** Separator that can't begin a line. */
const separator = '\u00a0· '

export function MailList({ queue, queueReadAt }: { queue: QueueStatus; queueReadAt: number }) {
  const query = useMails(queue, queueReadAt)
  const mails = query.data && itemsOf(query.data)
  return (
    <>
      {mails?.length === 0 && <EmptyState drawing="quill">{(queue.is_set ? texts : texts.saved).noMails}</EmptyState>}
      {mails && mails.length > 0 && (
        <ul className="stack plain-list line-above">
          {mails.map((mail) => (
            <li key={mail.id} className={css.mail}>
              <MailItem mail={mail} />
            </li>
          ))}
        </ul>
      )}
      <ListEnd query={query} texts={texts} shape="rows" count={3} />
    </>
  )
}

/** Time at which a waiting digest goes out; undefined for other mails. */
function sendTimeOf({ kind, created_at, queued }: Mail) {
  const at = Date.parse(created_at) + limits.postMails.digestDelayMs
  return kind === 'post_digest' && queued > 0 && at > Date.now() ? new Date(at).toISOString() : undefined
}

function MailItem({ mail }: { mail: Mail }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const all = mail.queued + mail.sent + mail.saved + mail.failed + mail.skipped
  const sendTime = sendTimeOf(mail)
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
        {separator}
        <When at={mail.created_at} />
        {countedStates
          .filter((state) => mail[state] > 0 || (state === 'sent' && all === 0))
          .map((state) => (
            <Fragment key={state}>
              {separator}
              <span className={cx('nowrap', css[state])}>
                {mail[state]} {texts.states[state](mail[state])}
              </span>
            </Fragment>
          ))}
        {sendTime && (
          <>
            {separator}
            {texts.sendsAt} <When at={sendTime} format={formatDayAndTime} />
          </>
        )}
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
