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

  people: 'Personas',
  offered: (count: number) =>
    count === 1 ? '1 persona: Intro la nombra.' : `${count} personas: elige con las flechas e Intro.`,
} as const
