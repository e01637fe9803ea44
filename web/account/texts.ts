export const texts = {
  account: 'Administrar Cuenta',
  emailPreferences: 'Preferencias de Email',
  changePassword: 'Cambiar Contraseña',
  settings: 'Ajustes de la cuenta',
  admin: 'Admin',
  member: 'Miembro',
  accountSince: 'Cuenta creada:',
  firstPasswordIntro: 'Tu cuenta no tiene contraseña: entras con tu llave de acceso. Aquí puedes elegir una.',
  openFirstPassword: 'Elegir una contraseña',
  passwordIntro: 'Para cambiarla necesitas la actual.',
  openPassword: 'Cambiar la contraseña',

  takeaway: 'Llévate lo tuyo',
  takeawayIntro:
    'Una copia de todo lo que has hecho aquí, en un archivo ZIP que se abre en cualquier ordenador o teléfono, también sin conexión y aunque un día ya no tengas cuenta.',
  contents: 'Ahora mismo tienes',
  nothing: 'Todavía no has escrito ni subido nada: la copia tendría solo los datos de tu cuenta.',
  notIncluded:
    'Lo que han escrito otras personas no va en la copia, tampoco sus comentarios a tus posts. Las versiones anteriores de tus posts tampoco.',
  prepare: 'Llevarme lo mío',
  takeawayTitle: 'Llevarme lo mío',
  takeawayText: 'Si hace rato que entraste, antes te pediremos que confirmes que eres tú.',
  withFiles: 'Con mis archivos',
  withFilesHint: (files: string | undefined) =>
    `${files ? `${files}. ` : ''}Si la conexión se corta, la descarga empieza de nuevo: con mala conexión, llévate antes lo demás.`,
  download: 'Descargar',
  downloadFailed: 'Error al preparar la descarga',
  downloadBegun: 'La descarga ha empezado. Sigue aunque cambies de página; si cierras la sesión, se corta.',
} as const
