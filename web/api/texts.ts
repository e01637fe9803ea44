export const texts = {
  storedBefore:
    'Lo que enviaste antes ya está guardado, y no es igual que esto. Si vuelves a enviarlo, esto se guardará aparte.',
  notConfirmed: 'No se ha hecho: hacía falta tu contraseña. Puedes volver a intentarlo.',
} as const
