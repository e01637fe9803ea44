export const texts = {
  comments: 'Comentarios',
  loading: 'Cargando comentarios...',
  none: 'Todavía no hay comentarios. El primero puede ser el tuyo.',
  more: 'Mostrar más comentarios',
  fresh: (count: number) => (count === 1 ? '1 comentario nuevo' : `${count} comentarios nuevos`),
  fetchFailed: 'Failed to fetch comments',

  write: 'Escribir un comentario',
  author: 'Autor',
  comment: 'Comentario',
  send: 'Publicar comentario',
  cancel: 'Cancelar',
  sent: 'El comentario se ha publicado.',
  createFailed: 'Failed to create comment',

  edited: 'editado',
  edit: 'Editar',
  editing: 'Editar el comentario',
  update: 'Actualizar',
  updated: 'El comentario se ha actualizado.',
  changedMeanwhile: 'Alguien cambió este comentario mientras lo editabas. Ahora dice:',
  updateFailed: 'Failed to update comment',

  delete: 'Eliminar',
  confirmDelete: 'Are you sure you want to delete this comment?',
  deleted: 'El comentario se ha eliminado.',
  deleteFailed: 'Failed to delete comment',
} as const
