export const texts = {
  newVersion: 'Hay una versión nueva.',
  update: 'Actualizar',
  later: 'Más tarde',
}
