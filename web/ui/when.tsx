import { sayDate, sayFullDate } from './dates.ts'

type WhenProps = { at: string | Date; say?: (date: Date) => string; className?: string }

/** A moment as people say it, exact on hover. `say` is one of dates.ts, sayDate unless told. */
export function When({ at, say = sayDate, className }: WhenProps) {
  const date = typeof at === 'string' ? new Date(at) : at
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} title={sayFullDate(date)} className={className}>
      {say(date)}
    </time>
  )
}
