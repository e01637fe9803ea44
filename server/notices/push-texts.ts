import type { SubjectKind } from '../../contract/notices/notices.ts'
import type { NewPush } from '../push/queue.ts'
import type { NoticeRow } from './queries.ts'
import { excerptOfRow } from './serialize.ts'

/** Things that people react to, with their titles between «». */
const reactedTo: Record<SubjectKind, (title: string) => string> = {
  post: (title) => `tu post ${title}`,
  comment: (title) => `tu comentario en ${title}`,
  message: () => 'tu mensaje en el chat',
  news: (title) => `tu noticia ${title}`,
  file: (title) => `tu archivo ${title}`,
  broadcast: (title) => title,
  person: (title) => title,
}

export const messageTitle = (name: string) => `${name} en el chat`

/** Title and text of the message about a notice. A draft's title and the texts below it stay inside. */
export function describePush(row: NoticeRow): Pick<NewPush, 'title' | 'body'> {
  const { kind, subject_kind, actor_name: name, emoji } = row
  const isDraft = row.post_id !== null && row.published_at === null
  const post = isDraft ? 'un borrador' : `«${row.title}»`
  const body = isDraft ? 'Ábrelo para leerlo.' : (excerptOfRow(row) ?? '')
  const isInChat = subject_kind === 'message'
  switch (kind) {
    case 'mention':
      return { title: isInChat ? `${name} te nombra en el chat` : `${name} te nombra en ${post}`, body }
    case 'comment':
      return { title: `${name} comenta en ${post}`, body }
    case 'answer':
      return { title: isInChat ? `${name} te contesta en el chat` : `${name} te contesta en ${post}`, body }
    case 'reaction':
      return { title: `${name} reacciona con ${emoji} a ${reactedTo[subject_kind](post)}`, body }
    case 'broadcast':
      return { title: `${name}: ${row.title}`, body }
    case 'invitation':
      return { title: `${name} ya tiene cuenta`, body: 'Aceptó su invitación.' }
  }
}
