import { limits } from '../../contract/limits.ts'

const most = limits.unreadCounted

const fresh = (count: number) =>
  count >= most ? `${most - 1} o más novedades` : count === 1 ? '1 novedad' : `${count} novedades`

export const texts = {
  fresh,
  show: 'Ver',
  showAll: (count: number) => `Ver ${fresh(count)}`,
  notShown: 'No se pudieron traer las novedades. Inténtalo de nuevo.',
} as const
