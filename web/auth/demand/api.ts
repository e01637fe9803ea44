import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DemandChange, factorDemand } from '../../../contract/auth/factor-demand.ts'
import { factors } from '../../../contract/auth/factors.ts'
import { auth } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { factorDemandKey, factorsKey, userKeys } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { userChanged } from '../../api/session.ts'

export const useFactorDemand = () =>
  useQuery(readQuery(factorDemand.read, factorDemandKey, {}))

export function useSetDemand() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DemandChange) => call(factorDemand.set, { body }),
    onSuccess: (demand) => client.setQueryData(factorDemandKey, demand),
    onSettled: () => void client.invalidateQueries({ queryKey: factorsKey }),
  })
}

/** Takes all second factors of a member away. */
export function useTakeFactors(id: string) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // a link is dropped together with its dialog
    mutationFn: () => call(factors.takeAway, { params: { id } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: userKeys.lists })
      void client.invalidateQueries({ queryKey: factorDemandKey })
    },
  })
}

/** Asks for the own account again, which opens the pages once nothing is missing. */
export const useReloadAccount = () =>
  useMutation({ mutationFn: () => call(auth.me, {}), onSuccess: (user) => userChanged(user) })
