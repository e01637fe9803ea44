export const texts = {
  admin: 'Admin',
  links: 'Secciones de administración',
  manageCategories: 'Manage Categories',
  manageCategoriesHint: 'Las categorías del blog y del archivo.',
  emailNotifications: 'Email Notifications',
  emailNotificationsHint: 'Un correo a toda la comunidad.',
  userPreferences: 'User Preferences',
  userPreferencesHint: 'Qué correos recibe cada persona.',
  state: 'Estado',
  stateHint: 'Copias, espacio, correo y errores del servidor.',
  views: 'Vistas de administración',
} as const
