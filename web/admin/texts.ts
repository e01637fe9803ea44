import { limits } from '../../contract/limits.ts'

const accounts = (count: number) => `${count} ${count === 1 ? 'usuario' : 'usuarios'}`

export const texts = {
  admin: 'Admin',
  sections: 'Secciones de administración',
  manageCategories: 'Manage Categories',
  manageCategoriesHint: 'Las categorías del blog y del archivo.',
  emailNotifications: 'Email Notifications',
  emailNotificationsHint: 'Un aviso por correo a toda la comunidad.',
  userPreferences: 'User Preferences',
  userPreferencesHint: 'Qué correos recibe cada persona.',
  createUser: 'Create User',
  editUser: 'Edit User',

  users: 'Usuarios',
  loadingUsers: 'Cargando usuarios...',
  noUsers: 'Todavía no hay usuarios. Crea la primera cuenta y dale a esa persona su nombre y su contraseña.',
  count: (shown: number, total: number) => (shown < total ? `${shown} de ${accounts(total)}` : accounts(shown)),
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
    'Opcional: una dirección http o https. Se guarda, pero se dibuja siempre el sello: ninguna página carga nada de otros sitios.',
  suggestPassword: 'Sugerir una contraseña',
  suggestAnother: 'Sugerir otra',
  suggested: 'Contraseña sugerida:',
  suggestedHint: 'Cópiala antes de guardar: después nadie puede volver a verla.',
  copy: 'Copiar',
  copied: 'Copiada',
  copyFailed: 'No se ha podido copiar. Está seleccionada: cópiala con el teclado o el menú.',

  cancel: 'Cancelar',
  create: 'Crear usuario',
  save: 'Guardar cambios',
} as const
