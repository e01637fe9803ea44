export const texts = {
  newVersion: 'Hay una versión nueva.',
  update: 'Actualizar',
  later: 'Más tarde',
  /** A full device is the most frequent reason. */
  updateFailed:
    'Hay una versión nueva, pero este dispositivo no ha podido guardarla; puede que le falte espacio. Se volverá a intentar: mientras tanto, todo sigue igual.',
  /** Before 'hoy a las 18:05'. */
  offline: 'Sin conexión: así estaba',
  asApp: 'Alejandría como aplicación',
  appIntro: 'Con su icono en la pantalla de inicio, se abre al momento y también sin conexión.',
  install: 'Instalar',
  installHint: 'Puedes tener Alejandría como una aplicación más.',
  /** As Safari calls them on iPhones and iPads. */
  installByHand: 'Pulsa Compartir en el navegador y después «Añadir a pantalla de inicio».',
  understood: 'Entendido',
  fromOutside: 'Llegado de fuera: míralo antes de publicarlo',
  discard: 'Descartar',
  sharedGone: 'Lo compartido no está en este dispositivo: pasa de 100 MB, falta espacio o ha pasado más de una hora.',
}
