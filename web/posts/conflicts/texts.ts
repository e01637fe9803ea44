export const texts = {
  stored: 'La guardada',
  mine: 'La tuya',
  two: 'Dos versiones del mismo post',
  loadingStored: 'Cargando la versión guardada...',
  fetchStoredFailed: 'No se ha podido cargar la versión guardada. Tu texto sigue en el formulario.',
  compareFailed: 'No se ha podido cargar la comparación. Tu texto sigue en el formulario y se conserva al recargar.',
  savedBy: (name: string) => `La versión guardada es de ${name}`,
  savedByYou: 'La versión guardada es tuya, quizá desde otra pestaña',
  publishedMeanwhile: 'Entretanto se ha publicado.',
  unpublishedMeanwhile: 'Entretanto ha vuelto a ser un borrador.',
  savedAgain: 'Mientras decidías se ha guardado otra versión más: es la que se muestra ahora.',
  decide: 'Qué hacer',
  keepMine: 'Seguir editando la mía',
  keepMineHint:
    'Tu texto se queda en el formulario. Cuando lo guardes, sustituirá la versión guardada que acabas de ver.',
  takeStored: 'Usar la versión guardada',
  takeStoredHint:
    'El formulario pasa a mostrar la versión guardada. Podrás recuperar la tuya hasta que salgas de aquí.',
  confirmTake: 'La versión guardada ocupará el lugar de tu texto. Podrás recuperarlo hasta que salgas de esta página.',
  saveMine: 'Guardar la mía de todos modos',
  saveMineHint:
    'Se guarda ahora, encima de la versión que ves aquí y de ninguna otra. La guardada queda en el historial.',
  mineStays: 'Sigues con tu texto. Al guardarlo sustituirás la versión guardada que has visto.',
  storedTaken: 'En el formulario está la versión guardada. La tuya no se ha perdido.',
  recoverMine: 'Recuperar la mía',
} as const
