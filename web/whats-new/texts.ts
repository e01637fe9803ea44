import { limits } from '../../contract/limits.ts'

const maxCounted = limits.maxUnreadCount

const unseen = (count: number) =>
  count >= maxCounted ? `${maxCounted - 1} o más novedades` : count === 1 ? '1 novedad' : `${count} novedades`

export const texts = {
  unseen,
  show: 'Ver',
  showAll: (count: number) => `Ver ${unseen(count)}`,
  showFailed: 'No se pudieron traer las novedades. Inténtalo de nuevo.',
} as const
