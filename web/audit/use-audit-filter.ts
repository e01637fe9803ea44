import { type AuditKind, auditKinds } from '../../contract/audit.ts'
import { limits } from '../../contract/limits.ts'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'

export interface AuditFilter {
  kind?: AuditKind
  q?: string
}

/** The filter in an address; unknown values are ignored. */
function readAuditFilter(search: URLSearchParams): AuditFilter {
  const kind = auditKinds.find((one) => one === search.get('kind'))
  const q = search.get('q')?.slice(0, limits.search)
  return { ...(kind && { kind }), ...(q && { q }) }
}

export function useAuditFilter() {
  const { search, change } = useSearchParamState()
  return { filter: readAuditFilter(search), change }
}
