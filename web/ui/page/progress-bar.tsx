import css from './notes.module.css'

interface Props {
  label: string
  /** From 0 to 1. */
  part: number
  isInterrupted?: boolean
}

export function ProgressBar({ label, part, isInterrupted }: Props) {
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(part * 100)}
    >
      <div className={css.done} data-interrupted={isInterrupted || undefined} style={{ scale: `${part} 1` }} />
    </div>
  )
}
