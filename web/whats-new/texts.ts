import { formatCountOf } from '../ui/format/count.ts'

const unseen = (count: number) => formatCountOf(count, 'novedad', 'novedades')

export const texts = {
  unseen,
  show: 'Ver',
  showAll: (count: number) => `Ver ${unseen(count)}`,
  showFailed: 'No se pudieron traer las novedades. Inténtalo de nuevo.',
} as const
