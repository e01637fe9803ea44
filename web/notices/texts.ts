import type { Notice, NoticeKind } from '../../contract/notices/notices.ts'

const people = (others: number) => (others === 0 ? '' : others === 1 ? ' y otra persona' : ` y ${others} más`)

/** What happened, after the person's name; `title` is shown between «». */
const happened: Record<NoticeKind, (isOne: boolean) => string> = {
  comment: (isOne) => (isOne ? 'comentó en' : 'comentaron en'),
  answer: (isOne) => (isOne ? 'contestó a tu mensaje en el chat' : 'contestaron a tu mensaje en el chat'),
  broadcast: () => 'escribió a toda la comunidad:',
  invitation: () => 'aceptó la invitación y ya tiene cuenta',
}

export const texts = {
  title: 'Avisos',
  intro: 'Lo que otras personas han hecho y te toca de cerca.',
  loading: 'Cargando avisos...',
  fetchFailed: 'Error al cargar los avisos',
  more: 'Ver avisos anteriores',
  none: 'Todavía no tienes avisos. Aquí verás quién comenta lo que escribes y quién te contesta.',
  markAll: 'Marcar todo como leído',
  markFailed: 'No se pudo marcar como leído. Inténtalo de nuevo.',
  settings: 'Elegir qué avisos recibes',
  unread: 'Sin leer',
  happened: ({ kind, others }: Notice) => `${people(others)} ${happened[kind](others === 0)}`,
  today: 'Hoy',
  yesterday: 'Ayer',
  close: 'Cerrar',
  broadcast: 'Mensaje a la comunidad',
  loadingBroadcast: 'Cargando mensaje...',
  broadcastFailed: 'Este mensaje ya no está.',
} as const
