import { useId, useState } from 'react'
import type { Recipient } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useRecipients } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import css from './recipients.module.css'

/** How many get a broadcast, and who, for whoever wants to see it. */
export function Recipients() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { data, error, isPending, isFetching, refetch } = useRecipients()
  return (
    <section aria-labelledby="recipients" className={css.recipients}>
      <h2 id="recipients" className={css.heading}>
        {texts.recipients}
      </h2>
      {isPending && <Skeleton label={texts.loadingRecipients} shape="lines" count={2} />}
      {data && (
        <>
          <div className={css.facts}>
            <p className={css.fact}>
              <strong>{data.subscribed_count}</strong> {texts.subscribed(data.subscribed_count)}
            </p>
            <p className={css.fact}>
              <strong>{data.total_users}</strong> {texts.active(data.total_users)}
            </p>
            <Button
              size="s"
              icon={isOpen ? 'eye-off' : 'eye'}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? texts.hideRecipients : texts.showRecipients}
            </Button>
          </div>
          {isOpen && <List id={id} users={data.users} />}
        </>
      )}
      {error && (
        <ErrorNote busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error, texts.recipientsFailed)}
        </ErrorNote>
      )}
    </section>
  )
}

function List({ id, users }: { id: string; users: Recipient[] }) {
  if (users.length === 0)
    return (
      <p id={id} className={css.hint}>
        {texts.nobodyActive}
      </p>
    )
  return (
    <div id={id}>
      <p className={css.hint}>{texts.recipientsHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys */}
      <section className={css.frame} aria-label={texts.recipientList} tabIndex={0}>
        <ul className={css.list}>
          {users.map(({ id, name, email, subscribed }) => (
            <li key={id} className={css.person}>
              <bdi className={css.name}>{name}</bdi>
              {!subscribed && <Badge>{texts.notSubscribed}</Badge>}
              <span className={css.email}>{email}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
