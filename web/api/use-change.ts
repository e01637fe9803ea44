import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** Matches every query, for changes of names that appear in posts, comments, files and lists. */
export const everything: QueryKey[] = [[]]

/**
 * Mutation that invalidates `outdated` when it settles, also after a lost answer. `show` writes the answer into the cache.
 * Secrets, codes, links and passwords are dropped together with their form or dialog (`gcTime`).
 */
export function useChange<Input = void, Answer = void>(
  change: (input: Input) => Promise<Answer>,
  outdated: QueryKey[],
  show?: (client: QueryClient, answer: Answer, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: change,
    onSuccess: (answer, input) => show?.(client, answer, input),
    onSettled: () => {
      for (const queryKey of outdated) void client.invalidateQueries({ queryKey })
    },
  })
}
