const sessions = (count: number) => (count === 1 ? '1 sesión' : `${count} sesiones`)

export const texts = {
  sessions: 'Dónde has iniciado sesión',
  sessionsIntro: 'Si no reconoces alguna, ciérrala y cambia tu contraseña.',
  loading: 'Cargando sesiones...',
  loadFailed: 'Error al cargar las sesiones',
  thisSession: 'Esta sesión',
  unknownDevice: 'Dispositivo desconocido',
  lastSeen: 'Última actividad',
  now: 'ahora',
  since: 'Iniciada',
  atBrowserEnd: 'Al cerrar el navegador',
  goesOn: 'Se mantiene',
  ends: 'Se cierra',
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
  endAllAction: 'Cerrarlas todas',
  endedCount: (count: number) =>
    count === 0
      ? 'No quedaba ninguna otra sesión abierta.'
      : `${count === 1 ? 'Se ha cerrado 1 sesión' : `Se han cerrado ${count} sesiones`}.`,
  showOfMember: 'Ver sus sesiones abiertas',
  ofMember: 'Sesiones abiertas',
  noneOfMember: 'No tiene ninguna sesión abierta.',
  endAll: 'Cerrar todas',
  endAllTitle: (name: string) => `¿Cerrar todas las sesiones de «${name}»?`,
  endAllText: 'Tendrá que volver a entrar en todas partes, y, si de aquí sale correo, recibirá uno que lo dice.',
  endAllFailed: 'Error al cerrar las sesiones',
  endOthersFailed: 'Error al cerrar las demás sesiones',
} as const
