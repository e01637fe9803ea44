import { useId } from 'react'
import type { AuditEvent } from '../../contract/audit.ts'
import { Badge } from '../ui/badge.tsx'
import { formatTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { Icon } from '../ui/icons.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import css from './audit.module.css'
import { describeEvent, hasFailed, iconOf } from './describe-event.ts'
import { type AuditDay, groupByDay } from './group-by-day.ts'
import { texts } from './texts.ts'

export function AuditList({ events }: { events: AuditEvent[] }) {
  return groupByDay(events).map((day) => <Day key={day.events[0]?.id} {...day} />)
}

function Day({ day, events }: AuditDay) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="below-5">
      <h2 id={id} className={css.heading}>
        {day}
      </h2>
      <ol className="plain-list line-above">
        {events.map((event) => (
          <AuditItem key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}

/** Older events keep the network only. */
const isNetwork = (address: string) => address.includes('/')

function AuditItem({ event }: { event: AuditEvent }) {
  const { actor, verb, target } = describeEvent(event)
  const failed = hasFailed(event)
  return (
    <li className={css.event} data-failed={failed || undefined}>
      <Icon name={iconOf(event)} size={20} className={css.icon} />
      <div>
        <p className="snug breaks">
          {actor && <bdi className="strong">{actor}</bdi>} {verb} {target && <bdi className="strong">{target}</bdi>}{' '}
          {failed && <Badge tone="draft">{texts.failed}</Badge>}
        </p>
        {(event.detail || event.address) && (
          <Facts className="snug">
            {event.detail && <bdi>{event.detail}</bdi>}
            {event.address && (
              <span>
                {isNetwork(event.address) ? texts.fromNetwork : texts.from}{' '}
                <bdi className="tabular">{event.address}</bdi>
              </span>
            )}
          </Facts>
        )}
      </div>
      <When at={event.at} format={formatTime} className={css.time} />
    </li>
  )
}
