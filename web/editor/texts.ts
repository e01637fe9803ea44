export const texts = {
  write: 'Write',
  preview: 'Preview',
  nothingToPreview: 'Todavía no hay nada que mostrar.',

  toolbar: (label: string) => `Formato: ${label}`,
  bold: 'Negrita',
  italic: 'Cursiva',
  link: 'Enlace',
  bullets: 'Lista',
  numbers: 'Lista numerada',
  quote: 'Cita',
  code: 'Código',
  addPhotos: 'Añadir fotos',
  attach: 'Adjuntar archivos',
  guide: 'Guía de Markdown',
} as const
