import { useId, useState } from 'react'
import type { Recipient } from '../../contract/broadcasts.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/controls/button.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { useRecipients } from './api.ts'
import css from './broadcasts.module.css'
import { texts } from './texts.ts'

export function Recipients() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const query = useRecipients()
  const { data } = query
  return (
    <section aria-labelledby="recipients" className="stack gap-2">
      <SectionHead id="recipients" title={texts.recipients} />
      {data && (
        <>
          <div className={css.facts}>
            <p className={`muted ${css.fact}`}>
              <strong>{data.subscribed_count}</strong> {texts.subscribed(data.subscribed_count)}
            </p>
            <p className={`muted ${css.fact}`}>
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
          {isOpen && <RecipientList id={id} users={data.users} />}
        </>
      )}
      <QueryState query={query} texts={texts} shape="lines" count={2} />
    </section>
  )
}

function RecipientList({ id, users }: { id: string; users: Recipient[] }) {
  if (users.length === 0)
    return (
      <p id={id} className="muted small">
        {texts.nobodyActive}
      </p>
    )
  return (
    <div id={id}>
      <p className="muted small">{texts.recipientsHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section className={css.frame} aria-label={texts.recipientList} tabIndex={0}>
        <ul className={css.people}>
          {users.map(({ id, name, email, subscribed }) => (
            <li key={id} className={css.person}>
              <bdi className="strong">{name}</bdi>
              {!subscribed && <Badge>{texts.notSubscribed}</Badge>}
              <span className={css.email}>{email}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
