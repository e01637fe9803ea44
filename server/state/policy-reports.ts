// Reports of browsers about what the policy of a page forbade: an attack, a browser's extension, or a fault of ours.
import type { PolicyReport } from '../../contract/state.ts'
import { findPage } from '../http/find-page.ts'
import type { Services } from '../services.ts'
import { type ErrorCount, policyReportPrefix } from './queries.ts'

/** CSP 3 §6, without those that no page of ours has. What else a stranger sends isn't counted. */
const directives = new Set([
  ...['connect-src', 'font-src', 'frame-src', 'img-src', 'manifest-src', 'media-src', 'object-src', 'default-src'],
  ...[
    'script-src',
    'script-src-elem',
    'script-src-attr',
    'style-src',
    'style-src-elem',
    'style-src-attr',
    'worker-src',
  ],
  ...['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
])

const keywords = ['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink', 'data', 'blob']

const isOfExtension = (address = '') => /^(?:chrome|moz|safari-web|safari)-extension\b/.test(address)

/**
 * Counts a report by directive, source and page, of which the counter takes a hundred an hour, so that strangers can't fill the database. The
 * paths of some pages hold secrets (invitations): neither they nor other addresses are kept.
 */
export function countPolicyReport({ diagnostics }: Pick<Services, 'diagnostics'>, report: PolicyReport) {
  const { 'document-uri': document = '', 'blocked-uri': blocked = '', 'source-file': file } = report
  const directive = report['effective-directive'] || (report['violated-directive'] ?? '').split(' ')[0] || ''
  if (!directives.has(directive) || isOfExtension(blocked) || isOfExtension(file)) return
  diagnostics.policyReports.add(`${policyReportPrefix}${directive} ${sourceOf(blocked, document)} ${pageOf(document)}`)
}

function sourceOf(blocked: string, document: string) {
  if (keywords.includes(blocked)) return blocked
  const [own, other] = [URL.parse(document), URL.parse(blocked)]
  return own && own.origin === other?.origin ? 'self' : 'other'
}

function pageOf(document: string) {
  const url = URL.parse(document)
  return (url && findPage(url.pathname)?.path) ?? 'other'
}

/** The kind of such a count as fields of the state. */
export function serializePolicyReport({ kind, count }: Pick<ErrorCount, 'kind' | 'count'>) {
  const [directive = '', source = '', page = ''] = kind.slice(policyReportPrefix.length).split(' ')
  return { directive, source, page, count }
}
