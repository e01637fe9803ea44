import type { SearchKind } from '../../contract/search.ts'

const kinds: Record<SearchKind, string> = {
  person: 'Personas',
  category: 'Categorías',
  page: 'Páginas',
  post: 'Posts',
  news: 'Noticias',
  file: 'Archivos',
  comment: 'Comentarios',
  message: 'Chat',
}

const oneOf: Record<SearchKind, string> = {
  person: 'Persona',
  category: 'Categoría',
  page: 'Página',
  post: 'Post',
  news: 'Noticia',
  file: 'Archivo',
  comment: 'Comentario',
  message: 'Mensaje del chat',
}

/** The server counts up to here. */
const maxCount = 1000
const formatHitCount = (count: number) => (count >= maxCount ? `${maxCount}+` : `${count}`)

const found = (count: number) =>
  count === 0 ? 'Sin resultados' : `${formatHitCount(count)} ${count === 1 ? 'resultado' : 'resultados'}`

export const texts = {
  kinds,
  oneOf,
  formatHitCount,
  found,
  search: 'Buscar',
  placeholder: 'Buscar en Alejandría',
  searching: 'Buscando…',
  results: 'Resultados',
  seeAll: 'Ver todo',
  newTab: 'en otra pestaña',
  move: 'moverse',
  open: 'abrir',
  close: 'cerrar',

  hint: 'Posts, comentarios, noticias, archivos, el chat, personas y páginas: todo a la vez.',
  lastSearches: 'Últimas búsquedas',
  beforeTyping: 'Búsquedas y páginas',
  clearSearches: 'Borrar las búsquedas',

  nothing: 'No hay nada que coincida.',
  nothingFor: (q: string) => `No hay nada que coincida con «${q}».`,
  tryThis: 'Prueba con menos palabras o con otras parecidas, y mira si están bien escritas.',
  tryLess: 'Prueba con menos filtros, con menos palabras o con otras parecidas.',
  partial: 'Nada tiene todas las palabras. Esto tiene algunas:',
  didYouMean: (word: string) => `¿Querías decir ${word}?`,
  incomplete: 'El buscador se está preparando: dentro de un rato encontrará también lo más antiguo.',
  offline: 'No hay conexión con el servidor.',
  failed: 'No se ha podido buscar.',

  filters: 'Filtros de la búsqueda',
  filter: 'Filtrar',
  kind: 'Tipo',
  everything: 'Todo',
  author: 'Autor',
  authorHint: 'Cualquiera',
  people: 'Personas',
  nobody: 'Nadie se llama así.',
  someone: 'Una persona',
  removeAuthor: 'Quitar el filtro de autor: ',
  category: 'Categoría',
  allCategories: 'Todas',
  otherCategory: 'Otra categoría',
  after: 'Desde el',
  before: 'Antes del',
  dateOrder: 'dd/mm/aaaa',
  dateWrong: 'Escríbela así: 15/03/2026.',
  clearFilters: 'Quitar los filtros',
  empty: 'Escribe qué buscas, o elige un autor, una categoría o unas fechas.',
  shown: (count: number, total: number) => `${count} de ${formatHitCount(total)} resultados`,
  more: 'Mostrar más resultados',

  help: 'Cómo afinar una búsqueda',
  helpIntro: 'No hace falta saber nada de esto: los filtros de arriba hacen lo mismo.',
  examples: [
    ['"casa de papel"', 'las palabras juntas y en ese orden'],
    ['faro -isla', 'lo que dice faro y no dice isla'],
    ['de:hipatia', 'lo que escribió Hipatia'],
    ['en:historia', 'lo que está en la categoría Historia'],
    ['tipo:archivo', 'solo archivos; o post, comentario, mensaje, noticia, persona, categoría, página'],
    ['antes:2026-03', 'lo anterior a marzo de 2026; vale también un año o un día'],
    ['después:2025', 'lo de 2025 y lo que vino luego'],
  ],
} as const
