export const texts = {
  notices: 'Avisos',
  loading: 'Cargando...',
  fetchFailed: 'No se ha podido cargar.',
  choices: {
    following: { label: 'Seguir', hint: 'Un aviso por cada comentario.' },
    muted: { label: 'Silenciar', hint: 'Ningún aviso de este post.' },
  },
  saveFailed: 'No se ha podido guardar. Inténtalo de nuevo.',
} as const
