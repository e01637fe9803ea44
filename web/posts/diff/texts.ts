export const texts = {
  title: 'Título',
  category: 'Categoría',
  content: 'Contenido',
  sameLines: (count: number) => `${count} líneas iguales`,
  equal: 'Igual en las dos.',
  nothingDiffers: 'Las dos versiones dicen lo mismo.',
  tooDifferent: 'Son demasiado distintas para marcar las diferencias: aquí están las dos enteras.',
  blankLines: (count: number) => (count === 1 ? '(una línea en blanco)' : `(${count} líneas en blanco)`),
} as const
