export const texts = {
  untitled: 'Sin título',
  empty: 'Sin texto.',
  anonymous: 'Anónimo',
  terms: (categories: string[], tags: string[]) =>
    [
      categories.length > 0 ? `Otras categorías: ${categories.join(', ')}` : '',
      tags.length > 0 ? `Etiquetas: ${tags.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
}
