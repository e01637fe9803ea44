import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type AuditKind, audit } from '../../contract/audit.ts'
import { auditKeys } from '../api/keys.ts'
import { pagedQuery, refreshFirstPage, usePagedQuery } from '../api/paged.ts'

const perPage = '50'

export interface AuditFilter {
  kind?: AuditKind
  q?: string
}

/** Audit events, newest first. */
const auditQuery = (filter: AuditFilter) =>
  pagedQuery(audit.list, auditKeys.list(filter), { query: { limit: perPage, ...filter } })

/** The previous events stay on screen until the next ones are loaded; the latest are shown when the page is opened. */
export const useAuditEvents = (filter: AuditFilter) =>
  usePagedQuery(auditQuery(filter), { placeholderData: keepPreviousData, staleTime: 0 })

export function useRefreshAudit(filter: AuditFilter) {
  const client = useQueryClient()
  return () => refreshFirstPage(client, auditQuery(filter))
}
