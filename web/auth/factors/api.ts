import { useQuery } from '@tanstack/react-query'
import { factors, type NewTotp } from '../../../contract/auth/factors.ts'
import { call } from '../../api/call.ts'
import { factorsKey, sessionsKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'
import { useChange } from '../../api/use-change.ts'

export const useFactors = () => useQuery(readQuery(factors.read, factorsKey, {}))

/** Queries that a change of the own factors outdates: it ends the other sessions. */
const outdated = [factorsKey, sessionsKey]

export const useAddTotp = () => useChange((body: NewTotp) => call(factors.addTotp, { body }), outdated)
export const useRemoveTotp = () => useChange(() => call(factors.removeTotp, {}), outdated)
export const useRenewCodes = () => useChange(() => call(factors.renewCodes, {}), outdated)
