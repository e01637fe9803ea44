import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { messageOf } from '../../api/call.ts'
import { ErrorNote } from './error-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props extends Omit<ComponentProps<typeof Skeleton>, 'label'> {
  query: Pick<UseQueryResult, 'isPending' | 'isFetching' | 'error' | 'refetch'>
  texts: { loading: string; loadFailed: string }
  /** Before the query is asked again: the pressed button is removed, and the focus needs another place. */
  onRetry?: () => void
}

/** In place of what is being loaded, and beside what could not be loaded again. */
export function QueryState({ query, texts, onRetry, ...skeleton }: Props) {
  function retry() {
    onRetry?.()
    void query.refetch()
  }

  if (query.isPending) return <Skeleton {...skeleton} label={texts.loading} />
  if (!query.error) return null
  return (
    <ErrorNote busy={query.isFetching} onRetry={retry}>
      {messageOf(query.error, texts.loadFailed)}
    </ErrorNote>
  )
}
