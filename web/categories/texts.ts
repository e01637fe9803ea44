import type { CategorySort } from './category-order.ts'

const posts = (count: number) => `${count} ${count === 1 ? 'post publicado' : 'posts publicados'}`

const orders: Record<CategorySort, { asc: string; desc: string }> = {
  name: { asc: 'Name, de la A a la Z', desc: 'Name, de la Z a la A' },
  status: { asc: 'Status, activas primero', desc: 'Status, inactivas primero' },
  posts: { asc: 'Posts, de menos a más', desc: 'Posts, de más a menos' },
  created: { asc: 'Created, antiguas primero', desc: 'Created, recientes primero' },
}

export const texts = {
  title: 'Manage Categories',
  back: 'Admin',
  intro: 'Ordenan el blog y el archivo. Una inactiva no se puede elegir, pero lo que tiene sigue en ella.',
  initialize: 'Initialize Defaults',
  create: 'Create Category',
  edit: 'Edit',
  editTitle: 'Edit Category',
  delete: 'Delete',

  categories: 'Categorías',
  loading: 'Cargando categorías...',
  empty: 'Todavía no hay categorías. Crea la primera, o empieza con las siete de siempre.',
  count: (count: number) => `${count} ${count === 1 ? 'categoría' : 'categorías'}`,

  shown: (shown: number, total: number) => `${shown} de ${total} ${total === 1 ? 'categoría' : 'categorías'}`,
  filters: 'Ordenar y filtrar categorías',
  search: 'Buscar',
  searchHint: 'Nombre o descripción',
  sortBy: 'Ordenar por',
  sortedBy: (sort: CategorySort, direction: 'asc' | 'desc') => orders[sort][direction],
  noneFound: 'Ninguna categoría coincide.',
  clearFilter: 'Quitar la búsqueda',

  name: 'Name',
  description: 'Description',
  noDescription: 'Sin descripción',
  none: '—',
  status: 'Status',
  active: 'Active',
  inactive: 'Inactive',
  activeHint: 'Sin marcar, no se puede elegir para posts ni archivos nuevos.',
  posts: 'Posts',
  created: 'Created',
  actions: 'Actions',
  descriptionHint: 'Opcional.',

  deleteTitle: (name: string) => `¿Eliminar la categoría «${name}»?`,
  deleteText:
    'Una categoría con posts no se puede eliminar; los borradores cuentan. Sus archivos se quedan sin categoría.\nEsta acción no se puede deshacer.',
  deleteHasPosts: (count: number) =>
    `Ahora tiene ${posts(count)}. Una categoría con posts no se puede eliminar; los borradores cuentan.\nSi solo quieres que nadie la use más, hazla inactiva con Edit.`,
  deleteAction: 'Eliminar',
  createAction: 'Crear categoría',
  save: 'Guardar cambios',

  wasCreated: (name: string) => `La categoría «${name}» está creada.`,
  wasUpdated: (name: string) => `Los cambios de «${name}» están guardados.`,
  wasDeleted: (name: string) => `La categoría «${name}» se ha eliminado.`,

  fetchFailed: 'Failed to fetch categories',
  createFailed: 'Failed to create category',
  updateFailed: 'Failed to update category',
  deleteFailed: 'Failed to delete category',
  initializeFailed: 'Failed to initialize default categories',
} as const
