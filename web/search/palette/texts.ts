// Apart from the other texts, since every page of a member loads these.
export const texts = {
  search: 'Buscar',
  searchWith: (keys: string) => `Buscar (${keys})`,
  unavailable: 'No se pudo abrir la búsqueda. Recarga la página.',
} as const
