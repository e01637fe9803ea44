import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { state } from '../../contract/state.ts'
import { call } from '../api/call.ts'
import { stateKey } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'

/** While a snapshot is being made. */
const pollIntervalMs = 1000

export const stateQuery = {
  ...readQuery(state.read, stateKey, {}),
  // it is looked at to know how things are now
  refetchOnMount: 'always',
} as const

export const useServerState = () =>
  useQuery({
    ...stateQuery,
    refetchInterval: ({ state: { data } }) => (data?.snapshots.running ? pollIntervalMs : false),
  })

export function useMakeSnapshot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(state.makeSnapshot, {}),
    onSuccess: (found) => client.setQueryData(stateKey, found),
    // somebody else may have begun one
    onError: () => client.invalidateQueries({ queryKey: stateKey }),
  })
}
