/** Words that the rules of Markdown add to a text. */
export const texts = {
  notes: 'Notas',
  backToReference: (reference: string) => `Volver a la referencia ${reference}`,
  table: (number: number, columns: string) => `Tabla ${number}${columns && `: ${columns}`}`,
  rest: 'El resto del texto se muestra sin formato.',
  taskDone: 'Tarea hecha',
  taskOpen: 'Tarea pendiente',
  image: 'Imagen',
  video: 'Vídeo de YouTube',
  short: '(Short)',
}
