import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type AuditEvent, audit } from '../../contract/audit.ts'
import { auditKeys } from '../api/keys.ts'
import { firstPage, type PagedData, usePaged } from '../api/paged.ts'
import type { AuditFilter } from './use-audit-filter.ts'

const perPage = '50'

/** Audit events, newest first. The previous events stay on screen until the next ones are loaded. */
export const useAuditEvents = (filter: AuditFilter) =>
  usePaged(
    audit.list,
    auditKeys.list(filter),
    { query: { limit: perPage, ...filter } },
    // the latest events must be shown when the page is opened
    { placeholderData: keepPreviousData, staleTime: 0 },
  )

/** Drops all pages but the first, so that a refresh is one call. */
export function useDropOlderPages(filter: AuditFilter) {
  const client = useQueryClient()
  return () =>
    client.setQueryData<PagedData<AuditEvent>>(auditKeys.list(filter), (events) => events && firstPage(events))
}
