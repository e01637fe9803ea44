import type { FileKind } from '../../contract/content/file-kinds.ts'

const number = new Intl.NumberFormat('es', { useGrouping: 'always' } as Intl.NumberFormatOptions)
const counted = (one: string, many: string) => (count: number) => `${number.format(count)} ${count === 1 ? one : many}`

const kinds: Record<FileKind, string> = {
  url: 'Enlace',
  youtube: 'Vídeo de YouTube',
  pdf: 'PDF',
  image: 'Imagen',
  video: 'Vídeo',
  audio: 'Audio',
  document: 'Documento',
  spreadsheet: 'Hoja de cálculo',
  presentation: 'Presentación',
  text: 'Texto',
  other: 'Archivo',
}

export const texts = {
  site: 'Alejandría',
  skip: 'Saltar al contenido',
  areas: 'Secciones',
  posts: 'Posts',
  categories: 'Categorías',
  authors: 'Autores',
  news: 'Noticias',
  archive: 'Archivo',
  chat: 'Chat',
  answers: (name: string) => `Responde a ${name}`,
  answersDeleted: 'Responde a un comentario eliminado',
  reactions: (all: { emoji: string; count: number }[]) =>
    `Reacciones: ${all.map(({ emoji, count }) => `${emoji} ${count}`).join(', ')}`,
  madeAt: (moment: string) => `Copia de Alejandría, hecha el ${moment}`,
  source: (type: string) => `Esta página en ${type}`,
  copy: 'Copia para leer',
  introduction:
    'Aquí está lo que la comunidad ha escrito y guardado. Se abre con cualquier navegador, sin conexión y sin programa. Para buscar, abre la lista de un año y usa la búsqueda del navegador (Ctrl+F).',
  searchHint: 'Para buscar un título, abre su año y usa la búsqueda del navegador (Ctrl+F).',
  privacy: 'Es una copia de una comunidad privada: guárdala donde solo la lea quien deba.',
  countOfPosts: counted('post', 'posts'),
  countOfComments: counted('comentario', 'comentarios'),
  countOfNews: counted('noticia', 'noticias'),
  countOfFiles: counted('archivo', 'archivos'),
  countOfMessages: counted('mensaje', 'mensajes'),
  comments: 'Comentarios',
  byYear: 'Posts por año',
  by: 'por',
  byAtStart: 'Por',
  untitled: 'sin-titulo',
  edited: 'editado',
  newer: 'Más recientes',
  older: 'Más antiguos',
  earlier: 'Antes',
  later: 'Después',
  pages: 'Más páginas',
  page: (title: string, page: number) => (page === 1 ? title : `${title}, página ${page}`),
  filesOf: 'Archivos de esta categoría',
  none: 'Aquí no hay nada.',
  noCategory: 'Sin Categoría',
  unlinked: (path: string) =>
    `No se enlaza, porque un navegador podría ejecutar lo que contiene. Está en la carpeta: ${path}`,
  missing: 'El archivo falta en esta copia.',
  kind: (kind: FileKind) => kinds[kind],
}
