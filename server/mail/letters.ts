import { paragraphsOf } from '../../contract/letters.ts'
import type { MailKind, PreferenceName } from '../../contract/notifications.ts'
import type { DueRow } from './queries.ts'

/** What a letter says, of which its text and its HTML are made; all of it plain text. */
export interface Words {
  /** Above everything, where it isn't the real thing. */
  note?: string
  /** Who did what. */
  lead?: string
  title?: string
  paragraphs: string[]
  button?: { label: string; path: `/${string}` }
  /** Why one gets it. */
  why: string
}

/** Characters of a title that a subject shows. */
const titleInSubject = 120

/** Cut between two words where there is a gap not too far from the end. */
function cut(text: string, most: number) {
  const characters = [...text]
  if (characters.length <= most) return text
  const start = characters.slice(0, most - 1).join('')
  const gap = start.lastIndexOf(' ')
  return `${(gap > most / 2 ? start.slice(0, gap) : start).trimEnd()}…`
}

export const subjectOfPost = (title: string) => `Nuevo post: ${cut(title, titleInSubject)}`

export const passwordChanged = {
  subject: 'Tu contraseña de Alejandría ha cambiado',
  body: 'Tu contraseña se ha cambiado y tus demás sesiones se han cerrado.\n\nSi no has sido tú, avisa cuanto antes a quien administra la comunidad.',
}

/** The preference that a kind of mail is turned off by. */
export const preferenceOf: Record<MailKind, PreferenceName | null> = {
  new_post: 'new_posts',
  test: 'new_posts',
  broadcast: 'admin_notifications',
  security: null,
}

/** What programs that sort mails know a kind by. */
export const listOf: Record<MailKind, string | undefined> = {
  new_post: 'posts',
  test: 'posts',
  broadcast: 'avisos',
  security: undefined,
}

const whyPosts = 'Recibes este correo porque quieres saber de los posts nuevos de Alejandría.'

type Told = Pick<
  DueRow,
  'kind' | 'subject' | 'body' | 'preference' | 'author_name' | 'title' | 'excerpt' | 'excerpt_cut' | 'post_id'
>

const tells: Record<MailKind, (mail: Told) => Words> = {
  new_post: ({ author_name, title, excerpt, excerpt_cut, post_id }) => ({
    lead: `${author_name} ha publicado un post:`,
    title: title ?? '',
    paragraphs: excerpt ? [`${excerpt}${excerpt_cut ? '…' : ''}`] : [],
    button: { label: 'Leer el post', path: `/blog/${post_id}` },
    why: whyPosts,
  }),
  test: ({ author_name, body }) => ({
    note: body,
    lead: `${author_name} ha publicado un post:`,
    title: 'Un título de ejemplo',
    paragraphs: ['Aquí se lee cómo empieza el post, y el botón lleva hasta él. El de esta prueba lleva al blog…'],
    button: { label: 'Leer el post', path: '/blog' },
    why: whyPosts,
  }),
  broadcast: ({ author_name, subject, body, preference }) => ({
    title: subject,
    paragraphs: [...paragraphsOf(body), author_name],
    why: preference
      ? 'Recibes este correo porque quieres recibir los avisos de quienes administran Alejandría.'
      : 'Recibes este correo porque es un aviso importante para todos los miembros de Alejandría.',
  }),
  security: ({ subject, body }) => ({
    title: subject,
    paragraphs: paragraphsOf(body),
    why: 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta: estos se envían siempre.',
  }),
}

export const wordsOf = (mail: Told): Words => tells[mail.kind](mail)

/** A post that was given another title meanwhile is announced under that one. */
export const subjectOf = ({ kind, subject, title }: Told) =>
  kind === 'new_post' && title !== null ? subjectOfPost(title) : subject
