import { limits } from '../../../contract/limits.ts'

export const texts = {
  changePassword: 'Cambiar Contraseña',
  passwordEndsOthers: 'Al cambiarla se cierran tus otras sesiones. Esta sigue abierta.',
  firstPassword: 'Elegir una contraseña',
  firstEndsOthers: 'Tu cuenta no tiene contraseña. Al elegir una se cierran tus otras sesiones; esta sigue abierta.',
  saveFirst: 'Guardar la contraseña',
  currentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  newPasswordHint: `Al menos ${limits.minChosenPassword} caracteres.`,
  weak: 'Fuerza: débil. Es más difícil de adivinar una frase de varias palabras.',
  fair: 'Fuerza: pasable.',
  good: 'Fuerza: buena.',
  confirmation: 'Repite la contraseña nueva',
  show: (label: string) => `Mostrar: ${label}`,
  hide: (label: string) => `Ocultar: ${label}`,
  cancel: 'Cancelar',
  save: 'Cambiar la contraseña',
  mismatch: 'New passwords do not match',
  changeFailed: 'Failed to change password',
  changed: 'Tu contraseña ha cambiado.',
  othersEnded: 'Tus otras sesiones se han cerrado.',
} as const
