// The topics of the help: /help lists them, /help/{slug} shows one, and the search of everything finds them.
import type { Access } from '../endpoint.ts'

export interface HelpTopic {
  slug: string
  title: string
  summary: string
  /** Readers; nothing in it is secret. */
  access: Access
  /** Further words that people who look for it may type. */
  words: string
  /** First parts of addresses whose pages it explains, beside the one that it is called like. */
  covers?: string[]
}

/** In the order of the list. A text for each is in web/help/topics. */
export const helpTopics: HelpTopic[] = [
  {
    slug: 'sign-in',
    title: 'Entrar y seguir dentro',
    summary: 'La invitación, la contraseña, y que no te la pida cada vez.',
    access: 'public',
    words: 'iniciar sesión invitación enlace contraseña clave olvidada olvidé mantener login password',
    covers: ['register', 'invitation', 'password', 'not-me'],
  },
  {
    slug: 'install',
    title: 'Instalar en el teléfono',
    summary: 'Alejandría con su icono, en Android, en el iPhone y en el ordenador.',
    access: 'public',
    words: 'instalar aplicación app móvil celular icono pantalla de inicio android iphone ipad ordenador sin conexión',
  },
  {
    slug: 'privacy',
    title: 'Qué ven los demás de ti',
    summary: 'Lo que ve un miembro, lo que ve quien administra, y lo que no ve nadie.',
    access: 'public',
    words: 'privacidad privado secreto intimidad correo teléfono datos quién ve público internet conectado',
  },
  {
    slug: 'blog',
    title: 'Escribir un post',
    summary: 'Empezar, guardar un borrador, publicar y corregir después.',
    access: 'member',
    words:
      'escribir crear publicar borrador artículo markdown negrita título versiones comentar comentario editar borrar',
  },
  {
    slug: 'photographs',
    title: 'Poner una foto',
    summary: 'En un post, en un comentario, en el chat y en tu cuenta.',
    access: 'member',
    words: 'foto fotos fotografía imagen imágenes poner subir adjuntar pegar cámara retrato avatar',
  },
  {
    slug: 'links',
    title: 'Enlazar, y nombrar a alguien',
    summary: 'Enlaces a una página, a un archivo o a otro post, y la @ delante de un nombre.',
    access: 'member',
    words: 'enlace enlaces enlazar vínculo link mencionar mención nombrar arroba youtube vídeo pdf',
  },
  {
    slug: 'search',
    title: 'Buscar',
    summary: 'Encontrar cualquier cosa que se haya escrito o subido.',
    access: 'member',
    words: 'buscar encontrar buscador filtro filtros autor fecha comillas',
  },
  {
    slug: 'chat',
    title: 'Hablar en el chat',
    summary: 'Enviar, responder, corregir, y qué pasa sin conexión.',
    access: 'member',
    words: 'chat mensaje mensajes conversación responder reaccionar emoji corregir eliminar voz audio',
  },
  {
    slug: 'news',
    title: 'Compartir una noticia',
    summary: 'Un enlace de fuera que merece la pena, con tu comentario.',
    access: 'member',
    words: 'noticia noticias compartir enlace prensa periódico artículo',
  },
  {
    slug: 'notices',
    title: 'Avisos y silencio',
    summary: 'De qué te enteras, dónde te llega, y cómo hacer que calle.',
    access: 'member',
    words:
      'avisos aviso notificaciones notificación campana silencio silenciar molestar correo correos resumen semanal baja',
    covers: ['profile'],
  },
  {
    slug: 'files',
    title: 'El archivo',
    summary: 'Subir, encontrar, descargar y borrar fotos, documentos y vídeos.',
    access: 'member',
    words: 'archivo archivos almacén subir descargar documento documentos pdf vídeo música categoría borrar eliminar',
  },
  {
    slug: 'account',
    title: 'Tu cuenta y tus llaves',
    summary: 'Contraseña, llaves de acceso, segundo paso y sesiones abiertas.',
    access: 'member',
    words:
      'cuenta contraseña clave llave llaves huella cara pin passkey segundo paso código códigos sesiones dispositivos móvil perdido robado',
  },
  {
    slug: 'takeaway',
    title: 'Llevarte lo tuyo',
    summary: 'Una copia de todo lo que has hecho aquí, para ti.',
    access: 'member',
    words: 'llévate llevar copia descargar exportar zip mis datos irse baja borrar cuenta',
  },
  {
    slug: 'invitations',
    title: 'Invitar',
    summary: 'A una persona o a muchas, con correo o sin él.',
    access: 'admin',
    words: 'invitar invitación invitaciones alta nuevo miembro usuario crear cuenta lista enlace qr',
  },
  {
    slug: 'admin',
    title: 'Cuentas y papeles',
    summary: 'Quién administra, desactivar o eliminar una cuenta, ayudar a quien no puede entrar.',
    access: 'admin',
    words:
      'administrar admin papel rol roles permisos miembro desactivar eliminar cuenta contraseña segundo paso actividad categorías',
  },
  {
    slug: 'broadcasts',
    title: 'Escribir a toda la comunidad',
    summary: 'Un correo a todos, y quién lo recibe.',
    access: 'admin',
    words: 'correo todos comunicado notificación enviar destinatarios suscritos difusión',
  },
  {
    slug: 'snapshots',
    title: 'Copias de seguridad',
    summary: 'Dónde se guardan, cómo saber que están bien, y cómo volver a una.',
    access: 'admin',
    words: 'copia copias seguridad backup restaurar recuperar respaldo estado disco',
  },
  {
    slug: 'imports',
    title: 'Traer lo que ya teníais',
    summary: 'De WhatsApp, de WordPress o de una carpeta de fotos.',
    access: 'admin',
    words: 'importar traer mudanza whatsapp wordpress carpeta fotos grupo historial migrar',
  },
  {
    slug: 'trouble',
    title: 'Cuando algo va mal',
    summary: 'Qué mirar primero, y qué hacer después.',
    access: 'admin',
    words: 'problema error fallo avería caído lento disco lleno reloj correo parado ayuda servidor estado',
  },
]

/** The topic at an address of the help, or of a page that it explains. */
export const findHelpTopic = (slug: string) =>
  helpTopics.find((topic) => topic.slug === slug || topic.covers?.includes(slug))
