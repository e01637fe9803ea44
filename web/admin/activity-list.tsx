import { useId } from 'react'
import type { AuditEvent } from '../../contract/audit.ts'
import { Badge } from '../ui/badge.tsx'
import { sayTime } from '../ui/dates.ts'
import { Icon } from '../ui/icons.tsx'
import { When } from '../ui/when.tsx'
import { type ActivityDay, byDay } from './activity-days.ts'
import css from './activity-list.module.css'
import { texts } from './activity-texts.ts'
import { hasFailed, iconOf, sentenceOf } from './activity-words.ts'

/** The trail, a list for each day. */
export function ActivityList({ events }: { events: AuditEvent[] }) {
  return byDay(events).map((day) => <Day key={day.events[0]?.id} {...day} />)
}

function Day({ day, events }: ActivityDay) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.day}>
      <h2 id={id} className={css.heading}>
        {day}
      </h2>
      <ol className={css.events}>
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ event }: { event: AuditEvent }) {
  const { who, did, whom } = sentenceOf(event)
  const failed = hasFailed(event)
  return (
    <li className={css.event} data-failed={failed || undefined}>
      <Icon name={iconOf(event)} size={20} className={css.icon} />
      <div className={css.words}>
        <p className={css.sentence}>
          {who && <bdi className={css.name}>{who}</bdi>} {did} {whom && <bdi className={css.name}>{whom}</bdi>}{' '}
          {failed && <Badge tone="draft">{texts.failed}</Badge>}
        </p>
        {(event.detail || event.address) && (
          <p className={css.facts}>
            {event.detail && <bdi>{event.detail}</bdi>}
            {event.address && (
              <span>
                {texts.from} <bdi className={css.address}>{event.address}</bdi>
              </span>
            )}
          </p>
        )}
      </div>
      <When at={event.at} say={sayTime} className={css.time} />
    </li>
  )
}
