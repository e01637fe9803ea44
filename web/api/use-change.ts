import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** The keys of whatever is loaded, for changes of names that appear in posts, comments, files and lists. */
export const everything: QueryKey[] = [[]]

/**
 * A change after which what has these keys may be outdated, after a lost answer too. `show` puts the answer into what is
 * loaded at once. Secrets, codes, links and passwords are dropped together with their form or dialog.
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
