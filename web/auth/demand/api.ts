import { useQuery } from '@tanstack/react-query'
import { type DemandChange, factorDemand } from '../../../contract/auth/factors.ts'
import { auth } from '../../../contract/auth.ts'
import { call } from '../../api/call.ts'
import { factorDemandKey, factorsKey } from '../../api/keys.ts'
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

/** Asks for the own account again, which opens the pages once nothing is missing. */
export const useReloadAccount = () =>
  useChange(
    () => call(auth.me, {}),
    [],
    (_, user) => userChanged(user),
  )
