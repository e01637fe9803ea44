/** Maximum in a question's heading; the question itself has the whole title. */
const maxTitleLength = 60

function shorten(title: string) {
  const letters = [...title]
  return letters.length > maxTitleLength ? `${letters.slice(0, maxTitleLength).join('').trimEnd()}…` : title
}

export const texts = {
  title: 'Noticias',
  intro: 'Enlaces que merece la pena abrir, compartidos por quienes estamos aquí.',
  add: '+ Agregar Noticia',
  loading: 'Cargando noticias...',
  none: 'No hay noticias todavía. Comparte la primera.',
  more: 'Mostrar más noticias',
  gone: 'La noticia del enlace ya no está',
  goneHint: 'Puede que se haya eliminado. Las demás siguen aquí.',
  fetchFailed: 'Error al cargar las noticias',

  initializeWithExample: 'Inicializar con noticia de ejemplo',
  initialize: 'Inicializar Colección',
  initializeFailed: 'Error al inicializar la colección de noticias',
  closeError: 'Cerrar el aviso',

  newsTitle: 'Título',
  url: 'URL',
  comment: 'Comentario (opcional)',
  share: 'Agregar Noticia',
  cancel: 'Cancelar',
  confirmDiscard: '¿Descartar lo que has escrito?',
  discard: 'Descartar',
  confirmReplace: 'Tienes una noticia a medias. ¿Cambiarla por lo que acabas de compartir?',
  replace: 'Cambiarla',
  shared: 'La noticia se ha agregado.',
  createFailed: 'Error al crear la noticia',

  sharedBy: (name: string, when: string) => `Ya compartida por ${name} ${/^\d/.test(when) ? `el ${when}` : when}`,
  mayShareAgain: 'Puedes compartirla otra vez.',

  fetchTitle: 'Traer el título',
  fetchingTitle: 'Preguntando a la página…',
  titleFetched: 'Se ha puesto el título de la página.',
  sameTitle: 'La página se llama así.',
  titleIs: (title: string) => `La página se llama «${title}».`,
  takeTitle: 'Usar este título',
  noTitle: 'No se ha podido averiguar el título de esa página.',

  readMore: 'ver más...',
  newTab: '(se abre en otra pestaña)',
  by: 'por',
  edited: 'editado',
  edit: 'Editar',
  editing: 'Editar la noticia',
  save: 'Guardar Cambios',
  updated: 'La noticia se ha actualizado.',
  updateFailed: 'Error al actualizar la noticia',
  changedMeanwhile: 'Alguien cambió esta noticia mientras la editabas. Ahora dice:',
  noComment: 'Sin comentario',
  keepTheirs: 'Quedarme con esta',
  orSaveYours: 'Si guardas, la tuya ocupa su lugar.',
  deletedMeanwhile:
    'Alguien eliminó esta noticia mientras la editabas. Puedes copiar lo que escribiste o compartirla de nuevo.',
  shareAgain: 'Compartir de nuevo',

  delete: 'Eliminar',
  deleteTitle: (title: string) => `¿Eliminar «${shorten(title)}»?`,
  confirmDelete: (title: string) =>
    `¿Estás seguro de que quieres eliminar la noticia "${title}"? Esta acción no se puede deshacer.`,
  deleted: 'La noticia se ha eliminado.',
  deleteFailed: 'Error al eliminar la noticia',
} as const
