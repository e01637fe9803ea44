export const texts = {
  online: 'online',
  onlineUsers: 'Usuarios conectados',
  nobodyOnline: 'No hay usuarios conectados',
  you: '(tú)',
  admin: 'Admin',
} as const
