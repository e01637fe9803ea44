import type { AuditEvent } from '../../../contract/audit.ts'

/** Hipatia's. */
export const eventOf = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id: '0'.repeat(32),
  at: '2026-11-20T10:00:00.000Z',
  action: 'sign_in',
  actor_id: null,
  actor_name: 'Hipatia',
  target: null,
  detail: null,
  address: null,
  ...changes,
})
