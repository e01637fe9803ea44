import { pages } from '../../contract/pages.ts'
import type { Role } from '../../contract/users.ts'
import { searchText, tokensOf } from '../search/words.ts'

interface NamedPage {
  title: string
  path: string
  /** Words that people who look for it may type. */
  words: string
  role?: Role
}

const listed: NamedPage[] = [
  { title: 'Inicio', path: pages.home.path, words: 'inicio portada principal novedades' },
  { title: 'Blog', path: pages.blog.path, words: 'blog posts artículos leer' },
  {
    title: 'Escribir un post',
    path: pages.newPost.path,
    words: 'escribir crear nuevo post artículo publicar redactar',
  },
  { title: 'Mis borradores', path: pages.drafts.path, words: 'mis borradores sin publicar guardados' },
  { title: 'Chat', path: pages.chat.path, words: 'chat mensajes conversación hablar charlar' },
  {
    title: 'Almacén de Archivos',
    path: pages.files.path,
    words: 'almacén archivos archivo documentos fotos vídeos enlaces descargar',
  },
  {
    title: 'Subir archivos',
    path: pages.files.path,
    words: 'subir cargar añadir archivo archivos foto fotos enlace vídeo documento',
  },
  { title: 'Noticias', path: pages.news.path, words: 'noticias enlaces compartir noticia prensa' },
  {
    title: 'Tu cuenta',
    path: pages.account.path,
    words: 'tu mi cuenta perfil nombre correo avatar imagen teléfono datos',
  },
  { title: 'Cambiar la contraseña', path: pages.account.path, words: 'cambiar contraseña clave password seguridad' },
  { title: 'Sesiones abiertas', path: pages.account.path, words: 'sesiones abiertas dispositivos cerrar sesión salir' },
  {
    title: 'Llévate lo tuyo',
    path: pages.account.path,
    words: 'llévate lo tuyo descargar copia mis datos exportar zip',
  },
  {
    title: 'Preferencias de correo',
    path: pages.emailPreferences.path,
    words: 'preferencias correo correos avisos notificaciones email resumen semanal',
  },
  {
    title: 'Administración',
    path: pages.admin.path,
    words: 'administración administrar miembros usuarios personas',
    role: 'admin',
  },
  { title: 'Categorías', path: pages.adminCategories.path, words: 'categorías categoría crear editar', role: 'admin' },
  {
    title: 'Enviar un correo a todos',
    path: pages.adminNotifications.path,
    words: 'enviar correo correos todos comunicado aviso notificaciones',
    role: 'admin',
  },
  {
    title: 'Preferencias de los miembros',
    path: pages.adminUserPreferences.path,
    words: 'preferencias correo miembros usuarios',
    role: 'admin',
  },
  {
    title: 'Estado',
    path: pages.adminState.path,
    words: 'estado servidor copias seguridad backup disco salud',
    role: 'admin',
  },
]

const withTokens = (text: string) => ({ text: searchText(text), tokens: tokensOf(text) })

/** Pages and what is done on them: what they are called, and that with what else they are found by. */
export const namedPages = listed.map(({ words, ...page }) => ({
  ...page,
  called: withTokens(page.title),
  foundBy: withTokens(`${page.title} ${words}`),
}))
