export const texts = {
  loading: (label: string) => `${label} (loading...)`.trimStart(),
  fileNotFound: (label: string) => `${label} (file not found)`.trimStart(),
  postNotFound: (label: string) => `${label} (post not found)`.trimStart(),
  newTab: '(se abre en otra pestaña)',
  linkedFrom: 'Enlazado desde…',
} as const
