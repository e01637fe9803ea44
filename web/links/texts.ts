export const texts = {
  loading: (label: string) => `${label} (loading...)`.trimStart(),
  fileNotFound: (label: string) => `${label} (file not found)`.trimStart(),
  postNotFound: (label: string) => `${label} (post not found)`.trimStart(),
  linkedFrom: 'Enlazado desde…',

  uploading: (name: string) => `[Subiendo ${name}…]`,
  uploadsFirst: 'Se podrá guardar cuando termine la subida.',

  linkFile: 'Link File',
  linkPost: 'Link Post',
  selectFile: 'Select File to Link',
  selectPost: 'Select Post to Link',
  linkText: 'Texto del enlace',
  search: 'Buscar',
  searching: 'Buscando...',
  found: (count: number, isMore: boolean) =>
    count === 0 ? 'Sin resultados' : `${count}${isMore ? ' o más' : ''} ${count === 1 ? 'resultado' : 'resultados'}`,
  category: 'Categoría',
  allCategories: 'Todas las categorías',
  noCategory: 'Sin Categoría',
  includeDrafts: 'Include drafts',
  noFiles: 'No files found',
  noPosts: 'No posts found',
  published: 'Published',
  draft: 'Draft',
  updated: 'Actualizado',
} as const
