import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './error-note.module.css'
import { Icon } from './icons.tsx'

type ErrorNoteProps = {
  children: ReactNode
  onRetry?: () => void
  retryLabel?: string
  busy?: boolean
  action?: ReactNode
}

/** What failed, beside where it failed, and what to do. */
export function ErrorNote({ children, onRetry, retryLabel = 'Reintentar', busy, action }: ErrorNoteProps) {
  return (
    <div role="alert" className={css.note}>
      <Icon name="warning" className={css.sign} />
      <div className={css.text}>{children}</div>
      {onRetry && (
        <Button size="s" onClick={onRetry} busy={busy}>
          {retryLabel}
        </Button>
      )}
      {action}
    </div>
  )
}
