export const texts = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  continue: '¿Continuar?',
  retry: 'Reintentar',
  notices: 'Avisos',
  notice: 'Aviso',
  closeNotice: 'Cerrar aviso',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',

  today: 'hoy',
  yesterday: 'ayer',
  todayAt: (time: string, isOneOClock: boolean) => `hoy a ${isOneOClock ? 'la' : 'las'} ${time}`,
  daysAgo: (days: number) => `hace ${days} ${days === 1 ? 'día' : 'días'}`,
} as const
