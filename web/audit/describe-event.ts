import type { AuditAction, AuditEvent } from '../../contract/audit.ts'
import type { IconName } from '../ui/icons.tsx'

/** A sentence in three parts: «Hipatia» «creó la cuenta de» «Safo». */
interface EventDescription {
  actor: string | null
  verb: string
  target: string | null
}

/** The verb with and without the name of its object. */
const descriptions: Record<AuditAction, { to: string; alone: string; icon: IconName }> = {
  sign_in: { to: 'entró como', alone: 'entró', icon: 'login' },
  sign_in_failed: {
    to: 'Alguien intentó entrar sin éxito como',
    alone: 'Alguien intentó entrar sin éxito con un nombre que no existe',
    icon: 'warning',
  },
  sign_out: { to: 'cerró la sesión de', alone: 'cerró su sesión', icon: 'logout' },
  session_ended: { to: 'cerró sesiones de', alone: 'cerró la sesión que tenía en otro lugar', icon: 'logout' },
  sign_in_disowned: {
    to: 'avisó de que no era quien había entrado como',
    alone: 'avisó de que no había entrado, y se cerraron sus sesiones',
    icon: 'warning',
  },
  password_changed: { to: 'cambió la contraseña de', alone: 'cambió su contraseña', icon: 'admin' },
  password_added: {
    to: 'eligió la primera contraseña de',
    alone: 'eligió su primera contraseña: antes no tenía',
    icon: 'admin',
  },
  factor_added: { to: 'añadió un segundo paso para', alone: 'añadió un segundo paso para entrar', icon: 'admin' },
  factor_removed: { to: 'quitó un segundo paso de', alone: 'quitó un segundo paso para entrar', icon: 'admin' },
  recovery_codes_made: {
    to: 'creó códigos de recuperación para',
    alone: 'creó otros códigos de recuperación',
    icon: 'again',
  },
  recovery_code_used: {
    to: 'usó un código de recuperación de',
    alone: 'entró con un código de recuperación',
    icon: 'warning',
  },
  passkey_cloned: {
    to: 'Alguien usó sin éxito lo que parece una copia de una llave de acceso de',
    alone: 'Alguien usó sin éxito lo que parece una copia de una llave de acceso',
    icon: 'warning',
  },
  factors_taken: { to: 'quitó los segundos pasos de', alone: 'quitó los segundos pasos de una persona', icon: 'admin' },
  factor_demand_changed: {
    to: 'cambió a quién se pide un segundo paso',
    alone: 'cambió a quién se pide un segundo paso',
    icon: 'admin',
  },
  user_created: { to: 'creó la cuenta de', alone: 'creó una cuenta', icon: 'account' },
  user_invited: { to: 'invitó a', alone: 'invitó a una persona', icon: 'mail' },
  invitation_renewed: { to: 'envió otra vez la invitación de', alone: 'envió otra vez una invitación', icon: 'mail' },
  invitation_withdrawn: { to: 'retiró la invitación de', alone: 'retiró una invitación', icon: 'trash' },
  invitation_accepted: { to: 'aceptó la invitación de', alone: 'aceptó su invitación', icon: 'account' },
  password_link_requested: {
    to: 'Alguien pidió un enlace para la contraseña de',
    alone: 'Alguien pidió un enlace para una contraseña',
    icon: 'admin',
  },
  password_link_created: {
    to: 'creó un enlace para la contraseña de',
    alone: 'creó un enlace para una contraseña',
    icon: 'admin',
  },
  password_reset: { to: 'eligió otra contraseña para', alone: 'eligió otra contraseña con un enlace', icon: 'admin' },
  user_updated: { to: 'cambió la cuenta de', alone: 'cambió una cuenta', icon: 'account' },
  user_activated: { to: 'activó la cuenta de', alone: 'activó una cuenta', icon: 'account' },
  user_deactivated: { to: 'desactivó la cuenta de', alone: 'desactivó una cuenta', icon: 'account' },
  user_deleted: { to: 'eliminó la cuenta de', alone: 'eliminó una cuenta', icon: 'trash' },
  account_exported: {
    to: 'se llevó una copia de lo de',
    alone: 'se llevó una copia de lo suyo',
    icon: 'download',
  },
  database_restored: {
    to: 'recuperó la comunidad de la copia',
    alone: 'recuperó la comunidad de una copia, y todas las sesiones terminaron',
    icon: 'again',
  },
  keys_renewed: {
    to: 'renovó las claves de',
    alone: 'renovó las claves del servidor, y todas las sesiones terminaron',
    icon: 'again',
  },
  category_created: { to: 'creó la categoría', alone: 'creó una categoría', icon: 'folder' },
  category_updated: { to: 'cambió la categoría', alone: 'cambió una categoría', icon: 'folder' },
  category_deleted: { to: 'eliminó la categoría', alone: 'eliminó una categoría', icon: 'trash' },
  categories_initialized: {
    to: 'creó las categorías predeterminadas:',
    alone: 'creó las categorías predeterminadas',
    icon: 'folder',
  },
  news_initialized: { to: 'inició las noticias con', alone: 'inició las noticias', icon: 'news' },
  preferences_updated: {
    to: 'cambió las preferencias de correo de',
    alone: 'cambió las preferencias de correo de varias personas',
    icon: 'bell',
  },
  broadcast_sent: { to: 'envió a la comunidad el aviso', alone: 'envió un aviso a la comunidad', icon: 'mail' },
  test_mail_sent: { to: 'envió el correo de prueba', alone: 'pidió un correo de prueba', icon: 'mail' },
  mails_retried: {
    to: 'volvió a enviar los correos pendientes de',
    alone: 'volvió a enviar los correos que habían fallado',
    icon: 'again',
  },
  post_changed: { to: 'cambió un post de otra persona:', alone: 'cambió un post de otra persona', icon: 'edit' },
  post_deleted: { to: 'eliminó un post de otra persona:', alone: 'eliminó un post de otra persona', icon: 'trash' },
  post_version_deleted: {
    to: 'eliminó una versión anterior de',
    alone: 'eliminó una versión anterior de un post',
    icon: 'trash',
  },
  comment_changed: { to: 'cambió un comentario de', alone: 'cambió un comentario de otra persona', icon: 'edit' },
  message_deleted: { to: 'eliminó un mensaje de', alone: 'eliminó un mensaje de otra persona', icon: 'trash' },
  comment_deleted: { to: 'eliminó un comentario de', alone: 'eliminó un comentario de otra persona', icon: 'trash' },
  news_changed: {
    to: 'cambió una noticia de otra persona:',
    alone: 'cambió una noticia de otra persona',
    icon: 'edit',
  },
  news_deleted: {
    to: 'eliminó una noticia de otra persona:',
    alone: 'eliminó una noticia de otra persona',
    icon: 'trash',
  },
  snapshot_requested: {
    to: 'pidió una copia de seguridad de',
    alone: 'pidió una copia de seguridad',
    icon: 'archive',
  },
  content_imported: { to: 'importó', alone: 'importó contenido', icon: 'download' },
  import_undone: { to: 'deshizo la importación de', alone: 'deshizo una importación', icon: 'trash' },
  import_assigned: {
    to: 'dio a otra cuenta lo importado de',
    alone: 'dio a otra cuenta lo importado de una persona',
    icon: 'account',
  },
  first_step_set_aside: { to: 'dejó a un lado el primer paso', alone: 'ocultó los primeros pasos', icon: 'eye-off' },
  first_step_taken_back: { to: 'recuperó el primer paso', alone: 'volvió a mostrar los primeros pasos', icon: 'eye' },
  file_deleted: {
    to: 'eliminó un archivo de otra persona:',
    alone: 'eliminó un archivo de otra persona',
    icon: 'trash',
  },
}

/** Changes made with the command line on the server have no account. */
const operatorName = 'El operador del servidor'

/** By a client without an account. */
const isAnonymous = ({ action }: AuditEvent) =>
  ['sign_in_failed', 'password_link_requested', 'passkey_cloned'].includes(action)

export const hasFailed = ({ action }: AuditEvent) => action === 'sign_in_failed'

export const iconOf = ({ action }: AuditEvent) => descriptions[action].icon

/** The sentence of an event. Actions on the own account don't repeat the name. */
export function describeEvent(event: AuditEvent): EventDescription {
  const { action, actor_name, target } = event
  const object = target !== null && target !== actor_name ? target : null
  const verb = object === null ? descriptions[action].alone : descriptions[action].to
  if (isAnonymous(event)) return { actor: null, verb: verb, target: object }
  return { actor: actor_name ?? operatorName, verb: verb, target: object }
}
