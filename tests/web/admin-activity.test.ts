import { expect, test } from 'vitest'
import { type AuditAction, type AuditEvent, auditActions } from '../../contract/audit.ts'
import { byDay } from '../../web/admin/activity-days.ts'
import { sentenceOf } from '../../web/admin/activity-words.ts'

const event = (action: AuditAction, more: Partial<AuditEvent> = {}): AuditEvent => ({
  id: '0'.repeat(32),
  at: '2026-11-20T10:00:00.000Z',
  action,
  actor_id: null,
  actor_name: 'Hipatia',
  target: null,
  detail: null,
  address: null,
  ...more,
})

const said = (of: AuditEvent) => Object.values(sentenceOf(of)).filter(Boolean).join(' ')

test('what Hipatia does to Safo names both, what she does to herself names her once', () => {
  expect(said(event('user_deactivated', { target: 'Safo' }))).toBe('Hipatia desactivó la cuenta de Safo')
  expect(said(event('password_changed', { target: 'Hipatia' }))).toBe('Hipatia cambió su contraseña')
  expect(said(event('sign_in', { target: 'Hipatia' }))).toBe('Hipatia entró')
  expect(said(event('comment_deleted', { target: 'Safo' }))).toBe('Hipatia eliminó un comentario de Safo')
})

test('a stranger at the door has no name, and the operator is called so', () => {
  expect(said(event('sign_in_failed', { actor_name: null, target: 'Safo' }))).toBe(
    'Alguien intentó entrar sin éxito como Safo',
  )
  expect(said(event('user_created', { actor_name: null, target: 'Safo' }))).toBe(
    'El operador del servidor creó la cuenta de Safo',
  )
})

test('there is a sentence for everything that is written down, with and without a name', () => {
  for (const action of auditActions)
    for (const target of [null, 'Safo']) {
      const sentence = said(event(action, { target }))
      expect(sentence).toMatch(/^(Hipatia|Alguien) \p{L}+/u)
      expect(sentence).not.toMatch(/undefined|null|:$/)
    }
})

test('the trail is cut where the reader’s day changes, in its own order', () => {
  const now = new Date(2026, 10, 21, 9)
  const at = (...time: [number, number, number, number]) => ({ at: new Date(...time).toISOString() })
  const days = byDay(
    [
      event('sign_in', at(2026, 10, 21, 8)),
      event('sign_out', at(2026, 10, 21, 0)),
      event('sign_in', at(2026, 10, 20, 23)),
      event('sign_in', at(2026, 10, 3, 12)),
      event('sign_in', at(2025, 10, 3, 12)),
    ],
    now,
  )
  expect(days.map(({ day, events }) => [day, events.length])).toEqual([
    ['hoy', 2],
    ['ayer', 1],
    ['3 de noviembre', 1],
    ['3 de noviembre de 2025', 1],
  ])
})
