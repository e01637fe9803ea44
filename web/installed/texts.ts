export const texts = {
  newVersion: 'Hay una versión nueva.',
  update: 'Actualizar',
  later: 'Más tarde',
  /** Before 'hoy a las 18:05'. */
  offline: 'Sin conexión: ves lo que se guardó en este dispositivo',
  asApp: 'Alejandría como aplicación',
  appIntro: 'Con su icono en la pantalla de inicio, se abre al momento y también sin conexión.',
  install: 'Instalar',
  installHint: 'Puedes tener Alejandría como una aplicación más.',
  /** As Safari calls them on iPhones and iPads. */
  installByHand: 'Pulsa Compartir en el navegador y después «Añadir a pantalla de inicio».',
  understood: 'Entendido',
}
