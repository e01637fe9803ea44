import { expect, test } from 'vitest'
import { type AuditAction, type AuditEvent, auditActions } from '../../../contract/audit.ts'
import { describeEvent } from '../../../web/audit/describe-event.ts'
import { groupByDay } from '../../../web/audit/group-by-day.ts'
import { eventOf } from './event.ts'

const event = (action: AuditAction, more: Partial<AuditEvent> = {}) => eventOf({ action, ...more })

const sentence = (of: AuditEvent) => Object.values(describeEvent(of)).filter(Boolean).join(' ')

test('an event on her own account names Hipatia once, a failed sign-in nobody, and the command line the operator', () => {
  expect(sentence(event('password_changed', { target: 'Hipatia' }))).toBe('Hipatia cambió su contraseña')
  expect(sentence(event('sign_in', { target: 'Hipatia' }))).toBe('Hipatia entró')
  expect(sentence(event('sign_in_failed', { actor_name: null, target: 'Safo' }))).toBe(
    'Alguien intentó entrar sin éxito como Safo',
  )
  expect(sentence(event('user_created', { actor_name: null, target: 'Safo' }))).toBe(
    'El operador del servidor creó la cuenta de Safo',
  )
})

/** Each sentence with the name of its object, and without. */
const sentences: Record<AuditAction, [string, string]> = {
  sign_in: ['Hipatia entró como Safo', 'Hipatia entró'],
  sign_in_failed: [
    'Alguien intentó entrar sin éxito como Safo',
    'Alguien intentó entrar sin éxito con un nombre que no existe',
  ],
  sign_out: ['Hipatia cerró la sesión de Safo', 'Hipatia cerró su sesión'],
  session_ended: ['Hipatia cerró sesiones de Safo', 'Hipatia cerró la sesión que tenía en otro lugar'],
  sign_in_disowned: [
    'Hipatia avisó de que no era quien había entrado como Safo',
    'Hipatia avisó de que no había entrado, y se cerraron sus sesiones',
  ],
  password_changed: ['Hipatia cambió la contraseña de Safo', 'Hipatia cambió su contraseña'],
  password_added: [
    'Hipatia eligió la primera contraseña de Safo',
    'Hipatia eligió su primera contraseña: antes no tenía',
  ],
  factor_added: ['Hipatia añadió un segundo paso para Safo', 'Hipatia añadió un segundo paso para entrar'],
  factor_removed: ['Hipatia quitó un segundo paso de Safo', 'Hipatia quitó un segundo paso para entrar'],
  recovery_codes_made: ['Hipatia creó códigos de recuperación para Safo', 'Hipatia creó otros códigos de recuperación'],
  recovery_code_used: ['Hipatia usó un código de recuperación de Safo', 'Hipatia entró con un código de recuperación'],
  factor_demand_changed: [
    'Hipatia cambió a quién se pide un segundo paso Safo',
    'Hipatia cambió a quién se pide un segundo paso',
  ],
  passkey_cloned: [
    'Alguien usó sin éxito lo que parece una copia de una llave de acceso de Safo',
    'Alguien usó sin éxito lo que parece una copia de una llave de acceso',
  ],
  factors_taken: ['Hipatia quitó los segundos pasos de Safo', 'Hipatia quitó los segundos pasos de una persona'],
  user_created: ['Hipatia creó la cuenta de Safo', 'Hipatia creó una cuenta'],
  user_invited: ['Hipatia invitó a Safo', 'Hipatia invitó a una persona'],
  invitation_renewed: ['Hipatia envió otra vez la invitación de Safo', 'Hipatia envió otra vez una invitación'],
  invitation_withdrawn: ['Hipatia retiró la invitación de Safo', 'Hipatia retiró una invitación'],
  invitation_accepted: ['Hipatia aceptó la invitación de Safo', 'Hipatia aceptó su invitación'],
  password_link_requested: [
    'Alguien pidió un enlace para la contraseña de Safo',
    'Alguien pidió un enlace para una contraseña',
  ],
  password_link_created: [
    'Hipatia creó un enlace para la contraseña de Safo',
    'Hipatia creó un enlace para una contraseña',
  ],
  password_reset: ['Hipatia eligió otra contraseña para Safo', 'Hipatia eligió otra contraseña con un enlace'],
  user_updated: ['Hipatia cambió la cuenta de Safo', 'Hipatia cambió una cuenta'],
  user_activated: ['Hipatia activó la cuenta de Safo', 'Hipatia activó una cuenta'],
  user_deactivated: ['Hipatia desactivó la cuenta de Safo', 'Hipatia desactivó una cuenta'],
  user_deleted: ['Hipatia eliminó la cuenta de Safo', 'Hipatia eliminó una cuenta'],
  account_exported: ['Hipatia se llevó una copia de lo de Safo', 'Hipatia se llevó una copia de lo suyo'],
  database_restored: [
    'Hipatia recuperó la comunidad de la copia Safo',
    'Hipatia recuperó la comunidad de una copia, y todas las sesiones terminaron',
  ],
  keys_renewed: [
    'Hipatia renovó las claves de Safo',
    'Hipatia renovó las claves del servidor, y todas las sesiones terminaron',
  ],
  snapshot_requested: ['Hipatia pidió una copia de seguridad de Safo', 'Hipatia pidió una copia de seguridad'],
  first_step_set_aside: ['Hipatia dejó a un lado el primer paso Safo', 'Hipatia ocultó los primeros pasos'],
  first_step_taken_back: ['Hipatia recuperó el primer paso Safo', 'Hipatia volvió a mostrar los primeros pasos'],
  category_created: ['Hipatia creó la categoría Safo', 'Hipatia creó una categoría'],
  category_updated: ['Hipatia cambió la categoría Safo', 'Hipatia cambió una categoría'],
  category_deleted: ['Hipatia eliminó la categoría Safo', 'Hipatia eliminó una categoría'],
  categories_initialized: [
    'Hipatia creó las categorías predeterminadas: Safo',
    'Hipatia creó las categorías predeterminadas',
  ],
  news_initialized: ['Hipatia inició las noticias con Safo', 'Hipatia inició las noticias'],
  preferences_updated: [
    'Hipatia cambió las preferencias de correo de Safo',
    'Hipatia cambió las preferencias de correo de varias personas',
  ],
  broadcast_sent: ['Hipatia envió a la comunidad el aviso Safo', 'Hipatia envió un aviso a la comunidad'],
  test_mail_sent: ['Hipatia envió el correo de prueba Safo', 'Hipatia pidió un correo de prueba'],
  mails_retried: [
    'Hipatia volvió a enviar los correos pendientes de Safo',
    'Hipatia volvió a enviar los correos que habían fallado',
  ],
  post_changed: ['Hipatia cambió un post de otra persona: Safo', 'Hipatia cambió un post de otra persona'],
  post_deleted: ['Hipatia eliminó un post de otra persona: Safo', 'Hipatia eliminó un post de otra persona'],
  post_version_deleted: [
    'Hipatia eliminó una versión anterior de Safo',
    'Hipatia eliminó una versión anterior de un post',
  ],
  comment_changed: ['Hipatia cambió un comentario de Safo', 'Hipatia cambió un comentario de otra persona'],
  message_deleted: ['Hipatia eliminó un mensaje de Safo', 'Hipatia eliminó un mensaje de otra persona'],
  comment_deleted: ['Hipatia eliminó un comentario de Safo', 'Hipatia eliminó un comentario de otra persona'],
  news_changed: ['Hipatia cambió una noticia de otra persona: Safo', 'Hipatia cambió una noticia de otra persona'],
  news_deleted: ['Hipatia eliminó una noticia de otra persona: Safo', 'Hipatia eliminó una noticia de otra persona'],
  content_imported: ['Hipatia importó Safo', 'Hipatia importó contenido'],
  import_undone: ['Hipatia deshizo la importación de Safo', 'Hipatia deshizo una importación'],
  import_assigned: [
    'Hipatia dio a otra cuenta lo importado de Safo',
    'Hipatia dio a otra cuenta lo importado de una persona',
  ],
  file_deleted: ['Hipatia eliminó un archivo de otra persona: Safo', 'Hipatia eliminó un archivo de otra persona'],
}

test.each(auditActions)('the event %s has its sentence, with and without a target', (action) => {
  const [withTarget, alone] = sentences[action]
  expect(sentence(event(action, { target: 'Safo' }))).toBe(withTarget)
  expect(sentence(event(action))).toBe(alone)
})

test('events are grouped by the reader’s days, in their order', () => {
  const now = new Date(2026, 10, 21, 9)
  const at = (...time: [number, number, number, number]) => ({ at: new Date(...time).toISOString() })
  const days = groupByDay(
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
