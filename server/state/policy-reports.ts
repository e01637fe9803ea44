// Reports of browsers about what the policy of a page forbade: an attack, a browser's extension, or a fault of ours.
import type { PolicyReport } from '../../contract/state.ts'
import { findPage } from '../http/web.ts'
import type { Services } from '../services.ts'

/** Names of directives and keywords in place of an address (CSP 3). What else a stranger sends stays out of the log. */
const isWord = (text: string) => /^[a-z-]{1,40}$/.test(text)

const isOfExtension = (address = '') => /^(?:chrome|moz|safari-web|safari)-extension\b/.test(address)

/** Counts that are no failures of the server. An older version had more words after it. */
const prefix = 'policy: '

export const isPolicyReport = ({ kind }: { kind: string }) => kind.startsWith(prefix)

/**
 * Counts a report, and logs its directive, source and page. The paths of some pages hold secrets (invitations): neither
 * they nor other addresses are kept. The budget of the sender's network bounds the lines.
 */
export function logPolicyReport({ diagnostics, log }: Pick<Services, 'diagnostics' | 'log'>, report: PolicyReport) {
  const { 'document-uri': document = '', 'blocked-uri': blocked = '', 'source-file': file } = report
  const directive = report['effective-directive'] || (report['violated-directive'] ?? '').split(' ')[0] || ''
  if (!isWord(directive) || isOfExtension(blocked) || isOfExtension(file)) return
  diagnostics.errors.add(`${prefix}reports`)
  const about = { directive, source: sourceOf(blocked, document), page: pageOf(document) }
  log.info(about, 'the policy of a page forbade something')
}

function sourceOf(blocked: string, document: string) {
  if (isWord(blocked)) return blocked
  const [own, other] = [URL.parse(document), URL.parse(blocked)]
  return own && own.origin === other?.origin ? 'self' : 'other'
}

function pageOf(document: string) {
  const url = URL.parse(document)
  return (url && findPage(url.pathname)?.page.path) ?? 'other'
}
