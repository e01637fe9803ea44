import { formatDate, formatFullDate } from './dates.ts'
import { useToday } from './use-today.ts'

type WhenProps = { at: string | Date; format?: (date: Date) => string; className?: string }

/** A relative date, exact on hover. `format` is a function of dates.ts. */
export function When({ at, format = formatDate, className }: WhenProps) {
  useToday()
  const date = typeof at === 'string' ? new Date(at) : at
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} title={formatFullDate(date)} className={className}>
      {format(date)}
    </time>
  )
}
