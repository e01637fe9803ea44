import { useQuery } from '@tanstack/react-query'
import { formatSize } from '../../contract/content/sizes.ts'
import { type UserContents, users } from '../../contract/users.ts'
import { call } from '../api/call.ts'
import { userKeys } from '../api/keys.ts'

/** Counts of what somebody has made: one's own, for admins anybody's. */
export const fetchContents = (id: string, signal: AbortSignal) => call(users.contents, { params: { id }, signal })

export const useUserContents = (id: string) =>
  useQuery({ queryKey: userKeys.contents(id), queryFn: ({ signal }) => fetchContents(id, signal) })

const number = new Intl.NumberFormat('es')
const names = {
  posts: ['post', 'posts'],
  drafts: ['borrador', 'borradores'],
  comments: ['comentario', 'comentarios'],
  messages: ['mensaje del chat', 'mensajes del chat'],
  news: ['noticia', 'noticias'],
  links: ['enlace', 'enlaces'],
  files: ['archivo', 'archivos'],
} as const

/** '12 posts', '1 comentario' …, each kind that there is. */
export function listContents(contents: UserContents, kinds = Object.keys(names) as (keyof typeof names)[]): string[] {
  return kinds
    .filter((kind) => contents[kind] > 0)
    .map((kind) => {
      const [one, many] = names[kind]
      const size = kind === 'files' ? ` (${formatSize(contents.bytes)})` : ''
      // a no-break space
      return `${number.format(contents[kind])}\u00a0${contents[kind] === 1 ? one : many}${size}`
    })
}
