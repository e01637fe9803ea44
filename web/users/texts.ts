import { limits } from '../../contract/limits.ts'
import type { UserSort } from '../../contract/users.ts'

const number = new Intl.NumberFormat('es')
const accounts = (count: number) => `${number.format(count)} ${count === 1 ? 'usuario' : 'usuarios'}`

const orders: Record<UserSort, { asc: string; desc: string }> = {
  name: { asc: 'Name, de la A a la Z', desc: 'Name, de la Z a la A' },
  email: { asc: 'Email, de la A a la Z', desc: 'Email, de la Z a la A' },
  role: { asc: 'Role, admin primero', desc: 'Role, normal primero' },
  status: { asc: 'Status, activos primero', desc: 'Status, inactivos primero' },
  created: { asc: 'Created, antiguos primero', desc: 'Created, recientes primero' },
}

export const texts = {
  createUser: 'Create User',
  editUser: 'Edit User',

  users: 'Usuarios',
  loadingUsers: 'Cargando usuarios...',
  noUsers: 'Todavía no hay usuarios. Crea la primera cuenta y dale a esa persona su nombre y su contraseña.',
  count: (total: number) => accounts(total),
  shown: (shown: number, total: number) => `${number.format(shown)} de ${accounts(total)}`,
  filters: 'Filtrar usuarios',
  search: 'Buscar',
  searchHint: 'Nombre, correo o teléfono',
  allRoles: 'Todos',
  allStatuses: 'Todos',
  sortBy: 'Ordenar por',
  sortedBy: (sort: UserSort, direction: 'asc' | 'desc') => orders[sort][direction],
  noneFound: 'No hay usuarios que coincidan con esos filtros.',
  clearFilters: 'Quitar filtros',
  showMore: 'Mostrar más',
  you: '(tú)',
  none: '—',
  noPhone: 'Sin teléfono',

  avatar: 'Avatar',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  status: 'Status',
  created: 'Created',
  actions: 'Actions',
  active: 'Active',
  inactive: 'Inactive',
  edit: 'Edit',
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',

  deactivateTitle: (name: string) => `¿Desactivar la cuenta de «${name}»?`,
  deactivateText:
    'Sus sesiones se cierran ahora mismo y no podrá entrar hasta que vuelvas a activar la cuenta. Lo que ha escrito se queda como está.',
  deactivateAction: 'Desactivar',
  deleteTitle: (name: string) => `¿Eliminar la cuenta de «${name}»?`,
  deleteText:
    'Lo que ha escrito se queda, con su nombre. Sus borradores solo los verán los administradores. Sus sesiones se cierran ahora mismo.\nEsta acción no se puede deshacer.',
  deleteAction: 'Eliminar',

  userCreated: (name: string) => `«${name}» ya tiene cuenta. Dale su nombre y su contraseña para que pueda entrar.`,
  userUpdated: (name: string) => `Los cambios de «${name}» están guardados.`,
  userActivated: (name: string) => `«${name}» vuelve a estar activo y puede entrar.`,
  userDeactivated: (name: string) => `«${name}» está inactivo: sus sesiones se han cerrado.`,
  userDeleted: (name: string) => `La cuenta de «${name}» se ha eliminado.`,

  fetchFailed: 'Failed to fetch users',
  createFailed: 'Failed to create user',
  updateFailed: 'Failed to update user',
  toggleFailed: 'Failed to toggle user status',
  deleteFailed: 'Failed to delete user',
  idMissing: 'User ID is missing',

  password: 'Password',
  newPassword: 'New password',
  nameHint: 'Con él entra y firma lo que escribe.',
  passwordHint: `Al menos ${limits.password.min} caracteres. Quien la recibe puede cambiarla en su cuenta.`,
  newPasswordHint: 'Opcional: solo si hay que darle otra. Se cierran todas sus sesiones.',
  ownPasswordHint: 'Opcional. Se cierran tus otras sesiones.',
  ownRoleHint: 'Nadie puede quitarse a sí mismo la administración.',
  phoneHint: 'Opcional.',
  avatarHint:
    'Opcional: una imagen del archivo, o una dirección http o https. De una dirección, el servidor guarda una copia pequeña al guardar la cuenta; si no hay imagen, se dibuja el sello.',
  chooseImage: 'Elegir del archivo',
  chooseAnother: 'Elegir otra',
  clearAvatar: 'Quitar imagen',
  archiveImage: 'Imagen del archivo',
  imageGone: 'Esa imagen ya no está en el archivo.',
  pickImage: 'Elegir una imagen del archivo',
  searchImage: 'Buscar imagen',
  loadingImages: 'Cargando imágenes...',
  imagesFailed: 'Failed to fetch files',
  noImages: 'El archivo todavía no tiene imágenes. Súbela en Archivo y vuelve aquí.',
  noImageFound: 'Ninguna imagen coincide.',
  foundImages: (count: number, isMore: boolean) =>
    `${count}${isMore ? ' o más' : ''} ${count === 1 ? 'imagen' : 'imágenes'}`,
  suggestPassword: 'Sugerir una contraseña',
  suggestAnother: 'Sugerir otra',
  suggested: 'Contraseña sugerida:',
  suggestedHint: 'Cópiala antes de guardar: después nadie puede volver a verla.',
  copy: 'Copiar',
  copied: 'Copiada',
  copyFailed: 'No se ha podido copiar. Está seleccionada: cópiala con el teclado o el menú.',

  create: 'Crear usuario',
  save: 'Guardar cambios',
} as const
