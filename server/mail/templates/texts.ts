import { paragraphsOf } from '../../../contract/content/paragraphs.ts'
import { placeOf } from '../../../contract/content/places.ts'
import { limits } from '../../../contract/limits.ts'
import type { MailKind } from '../../../contract/mail.ts'
import { pages } from '../../../contract/pages.ts'
import type { PreferenceName } from '../../../contract/preferences.ts'
import type { DueRow } from '../worker/queries.ts'
import { afterNewDevice } from './security.ts'

/** Plain texts of an email, for its text and HTML parts. */
export interface EmailTexts {
  /** Notice at the top, for tests. */
  note?: string
  lead?: string
  title?: string
  paragraphs: string[]
  lists?: { heading: string; links: { label: string; path: string }[] }[]
  button?: { label: string; path: string }
  /** Reason for getting the email. */
  why: string
}

const maxTitleLength = 120

/** Cuts between two words if the last space is in the second half. */
function truncate(text: string, maxLength: number) {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const start = characters.slice(0, maxLength - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${(space > maxLength / 2 ? start.slice(0, space) : start).trimEnd()}…`
}

export const subjectOfPost = (title: string) => `Nuevo post: ${truncate(title, maxTitleLength)}`

/** In the queue; the sent mail counts its posts. */
export const digestSubject = 'Posts nuevos'

export const subjectsOfLinks = {
  invitation: 'Una invitación a Alejandría',
  password_link: 'Elige otra contraseña para Alejandría',
}

interface MailingList {
  /** In List-Ids, by which mail programs sort. */
  name: string
  /** Turned off by the unsubscribe link. */
  preference: PreferenceName
}

const postMails: MailingList = { name: 'posts', preference: 'new_posts' }

/** Null for mails that can't be turned off. */
export const mailingListOf: Record<MailKind, MailingList | null> = {
  new_post: postMails,
  post_digest: postMails,
  test: postMails,
  broadcast: { name: 'avisos', preference: 'admin_notifications' },
  security: null,
  invitation: null,
  password_link: null,
  new_device: null,
}

const whyPosts = 'Recibes este correo porque quieres saber de los posts nuevos de Alejandría.'

const whySecurity = 'Recibes este correo porque tiene que ver con la seguridad de tu cuenta: estos se envían siempre.'

type Source = Omit<DueRow, 'link'> & { link: { path: string; validUntil: string } | undefined }

const { maxDigestTitles } = limits.postMails

/** '1 post nuevo', '17 posts nuevos', 'Más de 100 posts nuevos' */
function countDigestPosts({ length }: DueRow['posts']) {
  if (length > maxDigestTitles) return `Más de ${maxDigestTitles} posts nuevos`
  return length === 1 ? '1 post nuevo' : `${length} posts nuevos`
}

const listsOf = (posts: DueRow['posts']) =>
  [...Map.groupBy(posts, ({ author_id }) => author_id).values()].map((posts) => ({
    heading: `${posts[0]?.author_name} ha publicado:`,
    links: posts.map((post) => ({ label: post.title, path: placeOf.post(post) })),
  }))

const textsByKind: Record<MailKind, (mail: Source) => EmailTexts> = {
  new_post: ({ author_name, title, excerpt, excerpt_cut, post_id }) => ({
    lead: `${author_name} ha publicado un post:`,
    title: title ?? '',
    paragraphs: excerpt ? [`${excerpt}${excerpt_cut ? '…' : ''}`] : [],
    button: { label: 'Leer el post', path: post_id === null ? pages.blog.path : placeOf.post({ id: post_id }) },
    why: whyPosts,
  }),
  post_digest: ({ posts }) => ({
    title: countDigestPosts(posts),
    paragraphs: posts.length > 1 ? ['Para no llenar tu buzón, los últimos posts te llegan en un solo correo.'] : [],
    lists: listsOf(posts.slice(0, maxDigestTitles)),
    button: {
      label: posts.length > maxDigestTitles ? 'Ver los demás en el blog' : 'Ir al blog',
      path: pages.blog.path,
    },
    why: whyPosts,
  }),
  test: ({ author_name, body }) => ({
    note: body,
    lead: `${author_name} ha publicado un post:`,
    title: 'Un título de ejemplo',
    paragraphs: ['Aquí se lee cómo empieza el post, y el botón lleva hasta él. El de esta prueba lleva al blog…'],
    button: { label: 'Leer el post', path: pages.blog.path },
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
    why: whySecurity,
  }),
  invitation: ({ author_name, user_id, author_id, name, link }) => ({
    title: user_id === author_id ? 'Tu invitación a Alejandría' : `${author_name} te invita a Alejandría`,
    paragraphs: [
      'Alejandría es una comunidad privada en internet, con un blog, un chat, noticias y un archivo de fotos y documentos. Solo entran sus miembros.',
      `Hay una cuenta para ti, con el nombre «${name}». Falta que elijas tu contraseña.`,
      `El enlace vale una sola vez, hasta ${link?.validUntil}.`,
    ],
    button: { label: 'Aceptar la invitación', path: link?.path ?? pages.home.path },
    why: 'Recibes este correo porque quien administra Alejandría te ha invitado. Si no lo esperabas, no hagas nada.',
  }),
  password_link: ({ name, link }) => ({
    title: subjectsOfLinks.password_link,
    paragraphs: [
      `Alguien ha pedido elegir otra contraseña para tu cuenta «${name}».`,
      `El enlace vale una sola vez, hasta ${link?.validUntil}.`,
      'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
    button: { label: 'Elegir otra contraseña', path: link?.path ?? pages.home.path },
    why: whySecurity,
  }),
  new_device: ({ subject, body, link }) => ({
    title: subject,
    paragraphs: [...paragraphsOf(body), ...afterNewDevice, `El botón sirve hasta ${link?.validUntil}.`],
    button: { label: 'No he sido yo', path: link?.path ?? pages.home.path },
    why: whySecurity,
  }),
}

export const emailTexts = (mail: Source): EmailTexts => textsByKind[mail.kind](mail)

/** Posts are announced under their current title. */
export function subjectOf({ kind, subject, title, posts }: Pick<DueRow, 'kind' | 'subject' | 'title' | 'posts'>) {
  if (kind === 'post_digest') return `${countDigestPosts(posts)} en Alejandría`
  return kind === 'new_post' && title !== null ? subjectOfPost(title) : subject
}
