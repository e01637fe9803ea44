import type { Notice, NoticeKind, SubjectKind } from '../../contract/notices/notices.ts'

const people = (others: number) => (others === 0 ? '' : others === 1 ? ' y otra persona' : ` y ${others} más`)

/** Things that people react to; the title is shown after them, between «». */
const reactedTo: Partial<Record<SubjectKind, string>> = {
  post: 'tu post',
  comment: 'tu comentario en',
  message: 'tu mensaje en el chat',
  news: 'tu noticia',
  file: 'tu archivo',
}

/** The event, after the person's name; `title` is shown between «». */
const happened: Record<NoticeKind, (isOne: boolean, notice: Notice) => string> = {
  mention: (isOne, { subject }) =>
    `${isOne ? 'te nombró' : 'te nombraron'} en${subject.kind === 'message' ? ' el chat' : ''}`,
  comment: (isOne) => (isOne ? 'comentó en' : 'comentaron en'),
  answer: (isOne, { subject }) =>
    `${isOne ? 'contestó' : 'contestaron'} a tu ${subject.kind === 'message' ? 'mensaje en el chat' : 'comentario en'}`,
  reaction: (isOne, { subject, emoji }) =>
    `${isOne ? 'reaccionó' : 'reaccionaron'} ${emoji === null ? '' : `con ${emoji} `}a ${reactedTo[subject.kind]}`,
  broadcast: () => 'escribió a toda la comunidad:',
  invitation: () => 'aceptó la invitación y ya tiene cuenta',
}

export const texts = {
  title: 'Avisos',
  intro: 'Lo que otras personas han hecho y te toca de cerca.',
  loading: 'Cargando avisos...',
  loadFailed: 'Error al cargar los avisos',
  more: 'Ver avisos anteriores',
  none: 'Todavía no tienes avisos. Aquí verás quién comenta lo que escribes y quién te contesta.',
  markAll: 'Marcar todo como leído',
  markFailed: 'No se pudo marcar como leído. Inténtalo de nuevo.',
  settings: 'Elegir qué avisos recibes',
  unread: 'Sin leer',
  happened: (notice: Notice) => `${people(notice.others)} ${happened[notice.kind](notice.others === 0, notice)}`,
  broadcast: 'Mensaje a la comunidad',
  loadingBroadcast: 'Cargando mensaje...',
  broadcastFailed: 'Error al cargar el mensaje',
  broadcastMissing: 'Este mensaje ya no está.',
} as const
