import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { factors, type NewTotp } from '../../../contract/auth/factors.ts'
import { call } from '../../api/call.ts'
import { factorsKey, sessionsKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

export const useFactors = () =>
  useQuery(readQuery(factors.read, factorsKey, {}))

/** A change of the own factors, which ends the other sessions. */
function useChange<Body = void, Answer = void>(change: (body: Body) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // secrets and codes are dropped together with their dialog
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: factorsKey })
      void client.invalidateQueries({ queryKey: sessionsKey })
    },
  })
}

export const useAddTotp = () => useChange((body: NewTotp) => call(factors.addTotp, { body }))
export const useRemoveTotp = () => useChange(() => call(factors.removeTotp, {}))
export const useRenewCodes = () => useChange(() => call(factors.renewCodes, {}))
