import { useMutation, useQuery } from '@tanstack/react-query'
import { type DemandChange, factorDemand, factors } from '../../../contract/auth/factors.ts'
import { auth } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { factorDemandKey, factorsKey, userKeys } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { userChanged } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'

export const useFactorDemand = () => useQuery(readQuery(factorDemand.read, factorDemandKey, {}))

export const useSetDemand = () =>
  useChange(
    (body: DemandChange) => call(factorDemand.set, { body }),
    [factorsKey],
    (client, demand) => client.setQueryData(factorDemandKey, demand),
  )

/** Takes all second factors of a member away. */
export const useTakeFactors = (id: string) =>
  useChange(() => call(factors.takeAway, { params: { id } }), [userKeys.lists, factorDemandKey])

/** Asks for the own account again, which opens the pages once nothing is missing. */
export const useReloadAccount = () =>
  useMutation({ mutationFn: () => call(auth.me, {}), onSuccess: (user) => userChanged(user) })
