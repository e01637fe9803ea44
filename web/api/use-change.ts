import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { isStatus } from './call.ts'
import type { PagedData } from './paged.ts'

/** Matches every query, for changes of names that appear in posts, comments, files and lists. */
export const everything: QueryKey[] = [[]]

/**
 * Mutation that invalidates `outdated` when it settles, also after a lost answer, but for errors that say nothing about
 * them (`isOutdatedBy`). `show` writes the answer into the cache, also after unmounting.
 * Secrets, codes, links and passwords are dropped together with their form or dialog (`gcTime`).
 */
export function useChange<Input = void, Answer = void>(
  change: (input: Input) => Promise<Answer>,
  outdated: QueryKey[],
  show?: (client: QueryClient, answer: Answer, input: Input) => void,
  isOutdatedBy: (error: Error) => boolean = () => true,
) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: change,
    onSuccess: (answer, input) => show?.(client, answer, input),
    onSettled: (_, error) => {
      if (error && !isOutdatedBy(error)) return
      for (const queryKey of outdated) void client.invalidateQueries({ queryKey })
    },
  })
}

interface ListChange<T, Input, Answer> {
  list: QueryKey
  /** Fetched again after the change, with the changes of others. */
  stale: QueryKey[]
  change: (input: Input) => Promise<Answer>
  /** The list after the change. */
  show: (items: PagedData<T>, answer: Answer, input: Input) => PagedData<T>
  /** Also runs after unmounting. */
  onDone?: (() => void) | undefined
}

/** The item was deleted or changed by another person. */
const isOfAnother = (error: Error) => isStatus(error, 404) || isStatus(error, 412)

/** A change of an item in a list, shown at once. */
export const useListChange = <T, Input, Answer>({ list, stale, change, show, onDone }: ListChange<T, Input, Answer>) =>
  useChange(
    change,
    stale,
    (client, answer, input) => {
      onDone?.()
      client.setQueryData<PagedData<T>>(list, (items) => items && show(items, answer, input))
    },
    isOfAnother,
  )
