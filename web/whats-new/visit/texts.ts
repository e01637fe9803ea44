import type { Visit } from '../../../contract/whats-new.ts'
import { texts as whatsNewTexts } from '../texts.ts'

const counted = (one: string, many: string) => (count: number) => (count === 1 ? one : many)

export const texts = {
  title: 'Desde tu última visita',
  wayDown: (count: number) => `${whatsNewTexts.unseen(count)} desde tu última visita`,
  /** Each kind in `wayDown`, after its count. */
  kinds: {
    messages: counted('mensaje', 'mensajes'),
    posts: counted('post', 'posts'),
    conversations: counted('conversación', 'conversaciones'),
    news: counted('noticia', 'noticias'),
    files: counted('archivo', 'archivos'),
  } satisfies Record<keyof Visit, (count: number) => string>,
  newest: 'Lo más nuevo',
  noneNewest: 'Ya lo has visto todo.',
  showAll: (count: number) => `Ver las ${count} conversaciones`,
  showFewer: 'Ver menos',
  loading: 'Cargando novedades...',
  loadFailed: 'Error al cargar las novedades',
  none: 'No hay nada nuevo: el mar está en calma.',
  markSeen: 'Marcar todo como visto',
  markFailed: 'No se pudo marcar como visto. Inténtalo de nuevo.',
  /** After their count. */
  groups: {
    messages: counted('mensaje para ti', 'mensajes para ti'),
    posts: counted('post nuevo', 'posts nuevos'),
    conversations: counted('conversación con comentarios', 'conversaciones con comentarios'),
    news: counted('noticia nueva', 'noticias nuevas'),
    files: counted('archivo nuevo', 'archivos nuevos'),
  } satisfies Record<keyof Visit, (count: number) => string>,
  comments: (count: number) => (count === 1 ? '1 comentario' : `${count} comentarios, el último`),
  by: 'de',
} as const
