import type { PreferenceName } from '../../../contract/preferences.ts'

const people = (count: number) => `${count} ${count === 1 ? 'usuario' : 'usuarios'}`

/** Texts of /admin/user-email-preferences; those in the specification stay letter for letter (SPEC §2, §5, §8). */
export const texts = {
  title: 'User Preferences',
  admin: 'Admin',
  intro: 'Qué correos recibe cada persona. Cada cambio vale desde ese momento.',
  names: {
    new_posts: 'Posts',
    admin_notifications: 'Admin',
    comment_replies: 'Comentarios',
    weekly_digest: 'Resumen',
  } satisfies Record<PreferenceName, string>,
  hints: {
    new_posts: 'un correo por cada post nuevo',
    admin_notifications: 'avisos de la administración',
    comment_replies: 'respuestas a sus comentarios (próximamente disponible)',
    weekly_digest: 'resumen de la semana (próximamente disponible)',
  } satisfies Record<PreferenceName, string>,

  totals: 'Resumen de preferencias',
  ofAll: (total: number) => `de ${people(total)}`,
  ofThemInactive: (count: number) => (count === 0 ? '' : ` (${count}\u00a0${count === 1 ? 'inactivo' : 'inactivos'})`),
  loading: 'Cargando preferencias...',
  loadFailed: 'Error al cargar las preferencias de los usuarios',
  updateFailed: 'Error al actualizar la preferencia',
  bulkFailed: 'Error al actualizar las preferencias masivamente',
  updated: 'Preferencias actualizadas exitosamente',

  bulk: 'Operaciones masivas',
  toBulk: 'Ir a las operaciones masivas',
  bulkHint: 'Marca a quién en la tabla, elige qué cambia y aplícalo a todos a la vez.',
  unchanged: 'Sin cambios',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  apply: (count: number) => (count === 0 ? 'Aplicar cambios' : `Aplicar a ${people(count)}`),
  noUser: 'Selecciona al menos un usuario',
  noPreference: 'Selecciona al menos una preferencia para actualizar',

  users: 'Usuarios',
  filter: 'Filtrar por nombre o correo',
  sortBy: 'Ordenar por',
  orders: {
    name: 'Nombre',
    email: 'Correo',
    new_posts: 'Sin Posts primero',
    admin_notifications: 'Sin Admin primero',
    comment_replies: 'Sin Comentarios primero',
    weekly_digest: 'Sin Resumen primero',
  } satisfies Record<PreferenceName | 'name' | 'email', string>,
  selectAll: 'Seleccionar todos',
  deselectAll: 'Deseleccionar todos',
  count: (shown: number, total: number) => (shown < total ? `${shown} de ${people(total)}` : people(total)),
  selected: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  outside: (count: number) => `${count} fuera del filtro`,
  noMatch: (words: string) => `Nadie se llama «${words}», ni su correo.`,
  clearFilter: 'Quitar el filtro',
  none: 'Todavía no hay usuarios.',
  more: 'Mostrar más',
  person: 'Usuario',
  selection: 'Selección',
  select: (name: string) => `Seleccionar a ${name}`,
  isAdmin: 'admin',
  inactive: 'Inactivo',
  inactiveHint: 'no recibe correos',
} as const
