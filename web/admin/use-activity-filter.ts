import { type AuditKind, auditKinds } from '../../contract/audit.ts'
import { limits } from '../../contract/limits.ts'
import { useAddress } from './use-address.ts'

/** Which part of the activity is shown; what isn't given isn't asked for. */
export interface ActivityFilter {
  kind?: AuditKind
  q?: string
}

/** What an address asks for; whatever makes no sense is passed over. */
function readActivityFilter(search: URLSearchParams): ActivityFilter {
  const kind = auditKinds.find((one) => one === search.get('kind'))
  const q = search.get('q')?.slice(0, limits.search)
  return { ...(kind && { kind }), ...(q && { q }) }
}

export function useActivityFilter() {
  const { search, change } = useAddress()
  return { filter: readActivityFilter(search), change }
}
