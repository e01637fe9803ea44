export const texts = {
  account: 'Administrar Cuenta',
  emailPreferences: 'Preferencias de Email',
  changePassword: 'Cambiar Contraseña',
  settings: 'Ajustes de la cuenta',
  admin: 'Admin',
  member: 'Miembro',
  accountSince: 'Cuenta creada:',
  passwordIntro: 'Para cambiarla necesitas la actual.',
  openPassword: 'Cambiar la contraseña',
} as const
