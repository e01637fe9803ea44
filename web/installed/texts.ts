export const texts = {
  newVersion: 'Hay una versión nueva.',
  update: 'Actualizar',
  later: 'Más tarde',
  /** Before 'hoy a las 18:05'. */
  offline: 'Sin conexión: ves lo que se guardó en este dispositivo',
}
