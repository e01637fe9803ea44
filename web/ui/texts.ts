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
  secondsLeft: (count: number) => `quedan ${count} s`,
  minutesLeft: (count: number) => (count === 1 ? 'queda 1 min' : `quedan ${count} min`),
  hoursLeft: (count: number) => (count === 1 ? 'queda 1 h' : `quedan ${count} h`),
  daysAgo: (days: number) => `hace ${days} ${days === 1 ? 'día' : 'días'}`,
} as const
