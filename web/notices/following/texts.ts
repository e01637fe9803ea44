export const texts = {
  loading: 'Cargando...',
  fetchFailed: 'No se ha podido cargar.',
  choices: {
    following: { label: 'Seguir', chosen: 'Siguiendo', hint: 'Un aviso por cada comentario.' },
    muted: { label: 'Silenciar', chosen: 'Silenciado', hint: 'Ningún aviso de este post.' },
  },
  /** Until the choice is known. */
  unknown: 'Seguimiento',
  saveFailed: 'No se ha podido guardar. Inténtalo de nuevo.',
} as const
