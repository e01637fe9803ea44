export const texts = {
  admin: 'Admin',
  links: 'Secciones de administración',
  manageCategories: 'Manage Categories',
  manageCategoriesHint: 'Las categorías del blog y del archivo.',
  emailNotifications: 'Email Notifications',
  emailNotificationsHint: 'Un aviso por correo a toda la comunidad.',
  userPreferences: 'User Preferences',
  userPreferencesHint: 'Qué correos recibe cada persona.',
  views: 'Vistas de administración',
  lowDisk: 'Queda poco espacio en el servidor',
  lowDiskText: (free: string, total: string) =>
    `Quedan libres ${free} de ${total}. Cuando se acaben, nadie podrá subir archivos ni guardar textos. Avisa a quien se ocupa del servidor.`,
} as const
