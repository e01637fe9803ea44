import { limits } from '../../contract/limits.ts'

const sessions = (count: number) => (count === 1 ? '1 sesión' : `${count} sesiones`)

export const texts = {
  account: 'Administrar Cuenta',
  emailPreferences: 'Preferencias de Email',
  changePassword: 'Cambiar Contraseña',
  settings: 'Ajustes de la cuenta',
  admin: 'Admin',
  member: 'Miembro',
  accountSince: 'Cuenta creada:',

  passwordIntro: 'Para cambiarla necesitas la actual.',
  passwordEndsOthers: 'Al cambiarla se cierran tus otras sesiones. Esta sigue abierta.',
  openPassword: 'Cambiar la contraseña',
  currentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  newPasswordHint: `Al menos ${limits.password.min} caracteres.`,
  confirmation: 'Repite la contraseña nueva',
  show: (label: string) => `Mostrar: ${label}`,
  hide: (label: string) => `Ocultar: ${label}`,
  cancel: 'Cancelar',
  save: 'Cambiar la contraseña',
  mismatch: 'New passwords do not match',
  changeFailed: 'Failed to change password',
  changed: 'Tu contraseña ha cambiado.',
  othersEnded: 'Tus otras sesiones se han cerrado.',

  sessions: 'Dónde has iniciado sesión',
  sessionsIntro: 'Si no reconoces alguna, ciérrala y cambia tu contraseña.',
  loadingSessions: 'Cargando sesiones...',
  sessionsFailed: 'Error al cargar las sesiones',
  thisSession: 'Esta sesión',
  unknownDevice: 'Dispositivo desconocido',
  lastSeen: 'Última actividad',
  now: 'ahora',
  since: 'Iniciada',
  address: 'Dirección',
  unknownAddress: 'Desconocida',
  noOthers: 'No has iniciado sesión en ningún otro sitio.',
  showRest: (count: number) => `Mostrar ${sessions(count)} más`,
  end: 'Cerrar esta sesión',
  endTitle: (device: string) => `¿Cerrar la sesión de «${device}»?`,
  endText: 'Allí habrá que volver a entrar con el nombre y la contraseña.',
  endAction: 'Cerrar la sesión',
  ended: (device: string) => `La sesión de «${device}» se ha cerrado.`,
  endFailed: 'Error al cerrar la sesión',
  endOthers: 'Cerrar todas las demás',
  endOthersTitle: '¿Cerrar todas las demás sesiones?',
  endOthersText: (count: number) =>
    `${count === 1 ? 'Se cierra 1 sesión en otro dispositivo o navegador' : `Se cierran ${count} sesiones en otros dispositivos y navegadores`}. Esta sigue abierta.`,
  endOthersAction: 'Cerrarlas todas',
  othersEndedCount: (count: number) =>
    count === 0
      ? 'No quedaba ninguna otra sesión abierta.'
      : `${count === 1 ? 'Se ha cerrado 1 sesión' : `Se han cerrado ${count} sesiones`}.`,
  endOthersFailed: 'Error al cerrar las demás sesiones',
} as const
