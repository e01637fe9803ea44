export const texts = {
  title: 'Confirma que eres tú',
  intro: 'Para hacer esto hace falta tu contraseña otra vez. Lo que has escrito sigue donde estaba.',
  password: 'Tu contraseña',
  confirm: 'Confirmar y seguir',
  failed: 'No se ha podido confirmar.',
  reload: 'Hay una versión nueva de la página. ¿Cargarla ahora?',
} as const
