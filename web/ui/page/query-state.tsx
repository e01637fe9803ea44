import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { messageOf } from '../../api/call.ts'
import { ErrorNote } from './error-note.tsx'
import { HelpLink } from './help-link.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props extends Omit<ComponentProps<typeof Skeleton>, 'label'> {
  query: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'error' | 'refetch'>
  texts: { loading: string; loadFailed: string }
  formatFailure?: (reason: string) => string
  /** Called before the query is fetched again: the pressed button is removed, and the focus has to move. */
  onRetry?: () => void
}

/** The skeleton of a query that is loading, or its error with a button that fetches it again. */
export function QueryState({ query, texts, formatFailure = String, onRetry, ...skeleton }: Props) {
  function retry() {
    onRetry?.()
    void query.refetch()
  }

  if (query.isPending) return <Skeleton {...skeleton} label={texts.loading} />
  if (!query.error) return null
  return (
    <ErrorNote busy={query.isFetching} onRetry={retry} action={<HelpLink />}>
      {formatFailure(messageOf(query.error, texts.loadFailed))}
    </ErrorNote>
  )
}
