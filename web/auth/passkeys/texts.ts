export const texts = {
  title: 'Llaves de acceso',
  intro: 'Con una llave entras con la huella, la cara o el PIN de tu dispositivo, sin contraseña ni códigos.',
  none: 'Todavía no tienes ninguna.',
  notHere: 'En esta dirección o con este navegador no se pueden añadir llaves.',
  loading: 'Cargando tus llaves...',
  loadFailed: 'Error al cargar tus llaves de acceso',
  synced: 'En varios dispositivos',
  added: 'Añadida',
  lastUsed: 'Último uso',
  unused: 'Sin usar todavía',

  add: 'Añadir una llave',
  addTitle: 'Añadir una llave de acceso',
  addIntro: 'Tu navegador te pedirá la huella, la cara o el PIN. Tus otras sesiones se cerrarán.',
  firstIntro: 'Desde ahora la contraseña sola no bastará: al entrar se te pedirá también la llave o un código.',
  beginning: 'Preparando la llave...',
  beginFailed: 'No se ha podido preparar la llave.',
  name: 'Nombre de la llave',
  nameHint: 'Para reconocerla en tu lista.',
  addAction: 'Crear la llave',
  addFailed: 'No se ha podido añadir la llave.',
  addedNow: (name: string) => `Ya puedes entrar con la llave «${name}».`,

  rename: 'Cambiar nombre',
  renameTitle: 'Cambiar el nombre de la llave',
  renameAction: 'Guardar',
  renameFailed: 'No se ha podido cambiar el nombre.',

  remove: 'Quitar',
  removeTitle: (name: string) => `¿Quitar la llave «${name}»?`,
  removeText:
    'Con ella ya no se podrá entrar, y tus otras sesiones se cerrarán. Bórrala también en los ajustes de tu dispositivo.',
  removeAction: 'Quitar la llave',
  removeFailed: 'No se ha podido quitar la llave.',
  removed: (name: string) => `La llave «${name}» ya no está en tu cuenta.`,

  signIn: 'Entrar con una llave de acceso',
  signInFailed: 'No se ha podido entrar con la llave de acceso.',
  use: 'Usar una llave de acceso',
  confirmFailed: 'No se ha podido confirmar con la llave de acceso.',
  confirmIntro: 'Para hacer esto hace falta tu llave de acceso otra vez. Lo que has escrito sigue donde estaba.',

  invitation:
    'O crea una llave de acceso, y no te hará falta contraseña: entrarás con la huella, la cara o el PIN de tu dispositivo.',
  invitationAction: 'Crear una llave de acceso',
  invitationFailed: 'No se ha podido crear la llave de acceso.',

  notAllowed: 'No se ha usado ninguna llave: se canceló, o pasó demasiado tiempo.',
  alreadyThere: 'Ese dispositivo ya tiene una llave de tu cuenta.',
  wrongAddress: 'Las llaves de acceso no funcionan en esta dirección de la página.',
} as const
