import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons.tsx'
import { texts } from '../texts.ts'
import css from './notes.module.css'

type ErrorNoteProps = {
  children: ReactNode
  /** A query that the button asks again. */
  query?: { isFetching: boolean; refetch: () => Promise<unknown> } | undefined
  onRetry?: () => void
  retryLabel?: string
  busy?: boolean
  action?: ReactNode
}

export function ErrorNote({ children, query, retryLabel = texts.retry, action, ...props }: ErrorNoteProps) {
  const { onRetry = query && (() => void query.refetch()), busy = query?.isFetching } = props
  return (
    <div role="alert" className={css.error}>
      <Icon name="warning" className={css.errorIcon} />
      <div className={css.errorText}>{children}</div>
      {onRetry && (
        <Button size="s" onClick={onRetry} busy={busy}>
          {retryLabel}
        </Button>
      )}
      {action}
    </div>
  )
}
