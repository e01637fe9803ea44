import { helpTopics } from '../../contract/content/help-topics.ts'
import { pages } from '../../contract/pages.ts'
import { searchText, tokensOf } from '../search/words.ts'

/** Pages, or what is done on them, with further words that people who look for it may type. */
const listed = [
  ['Inicio', pages.home, 'inicio portada principal novedades'],
  ['Blog', pages.blog, 'blog posts artículos leer'],
  ['Escribir un post', pages.newPost, 'escribir crear nuevo post artículo publicar redactar'],
  ['Mis borradores', pages.drafts, 'mis borradores sin publicar guardados'],
  ['Chat', pages.chat, 'chat mensajes conversación hablar charlar'],
  ['Almacén de Archivos', pages.files, 'almacén archivos archivo documentos fotos vídeos enlaces descargar'],
  ['Subir archivos', pages.files, 'subir cargar añadir archivo archivos foto fotos enlace vídeo documento'],
  ['Noticias', pages.news, 'noticias enlaces compartir noticia prensa'],
  ['Tu cuenta', pages.account, 'tu mi cuenta perfil nombre correo avatar imagen teléfono datos'],
  ['Cambiar la contraseña', pages.account, 'cambiar contraseña clave password seguridad'],
  ['Sesiones abiertas', pages.account, 'sesiones abiertas dispositivos cerrar sesión salir'],
  ['Llévate lo tuyo', pages.account, 'llévate lo tuyo descargar copia mis datos exportar zip'],
  [
    'Preferencias de correo',
    pages.emailPreferences,
    'preferencias correo correos avisos notificaciones email resumen semanal',
  ],
  ['Administración', pages.admin, 'administración administrar miembros usuarios personas'],
  ['Categorías', pages.adminCategories, 'categorías categoría crear editar'],
  ['Enviar un correo a todos', pages.adminNotifications, 'enviar correo correos todos comunicado aviso notificaciones'],
  ['Preferencias de los miembros', pages.adminUserPreferences, 'preferencias correo miembros usuarios'],
  ['Estado', pages.adminState, 'estado servidor copias seguridad backup disco salud'],
  ['Ayuda', pages.help, 'ayuda manual instrucciones cómo se hace'],
] as const

/** Topics of the help come after the pages that they explain. */
const topics = helpTopics.map(
  ({ slug, title, access, words }) =>
    [`Ayuda: ${title}`, { path: `${pages.help.path}/${slug}`, access }, words] as const,
)

const withTokens = (text: string) => ({ text: searchText(text), tokens: tokensOf(text) })

/** Pages and what is done on them: what they are called, and that with what else they are found by. */
export const namedPages = [...listed, ...topics].map(([title, { path, access }, words]) => ({
  title,
  path,
  access,
  called: withTokens(title),
  foundBy: withTokens(`${title} ${words}`),
}))
