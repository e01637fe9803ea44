import type { FirstSteps, MissingCode, StepName } from '../../contract/operator/first-steps.ts'

const steps = (count: number) => (count === 1 ? 'Queda un paso' : `Quedan ${count} pasos`)

/** `inSentence` follows «El siguiente: …». */
const names: Record<StepName, { title: string; inSentence: string }> = {
  account: { title: 'Tu cuenta', inSentence: 'tu cuenta' },
  categories: { title: 'Las categorías', inSentence: 'las categorías' },
  address: { title: 'La dirección del sitio', inSentence: 'la dirección del sitio' },
  mail: { title: 'El correo', inSentence: 'el correo' },
  snapshots: { title: 'Las copias de seguridad', inSentence: 'las copias de seguridad' },
  invitations: { title: 'Las invitaciones', inSentence: 'invitar a los demás' },
  imports: { title: 'Lo que ya teníais', inSentence: 'traer lo que ya teníais' },
}

/** Each with the remedy. */
const missing: Record<MissingCode, string> = {
  own_name:
    'Todavía te llamas «admin». Pon el nombre con el que vas a firmar: más abajo, en Usuarios, pulsa «Edit» en tu fila.',
  own_address:
    'Tu dirección de correo, «admin@localhost», no existe. Cámbiala en el mismo sitio: a ella te llegarán los avisos.',
  own_password:
    'Tu contraseña es la que te dieron, o la del primer arranque, que queda escrita en el servidor. Elige otra que solo sepas tú.',
  categories: 'Ordenan el blog y el archivo. Puedes crear las tuyas, o empezar con las siete de siempre y cambiarlas.',
  public_url:
    'Ahora solo se entra desde el propio servidor. Los demás necesitan una dirección que empiece por `https`: ponla en el ajuste `PUBLIC_URL`, en el archivo `.env`, y reinicia el servidor.',
  https:
    'La dirección empieza por `http`, así que lo que se escribe viaja sin cifrar y no llegan avisos al móvil. Consigue un certificado, pon la dirección con `https` en el ajuste `PUBLIC_URL`, en el archivo `.env`, y reinicia el servidor.',
  mail_server:
    'Para enviar avisos e invitaciones por correo, pon en el servidor los ajustes `SMTP_URL` y `PUBLIC_URL`, en el archivo `.env`, y reinícialo. Después podrás enviarte una prueba. Sin correo, las invitaciones se dan en mano.',
  accepted_mail:
    'Hay un servidor de correo, pero aún no ha aceptado ningún mensaje. Envíate una prueba para saber si funciona.',
  snapshot_place:
    'Si el disco se estropea, sin copias se pierde todo. Di dónde guardarlas con el ajuste `BACKUP_TO`, en el archivo `.env`, mejor en otro disco, y reinicia el servidor: desde entonces se hace una cada noche.',
  snapshot:
    'Ya tienen su sitio. La primera se hará sola esta noche; si no quieres esperar, pulsa «Copia ahora» en Estado.',
  others: 'Por ahora solo estás tú. Escribe o pega la lista de nombres y correos: cada persona elegirá su contraseña.',
  imports:
    'Un grupo de WhatsApp, un blog de WordPress o una carpeta de fotos se traen desde el servidor, con una orden. Con `--dry-run` solo cuenta lo que hay y no cambia nada; sin eso, lo trae.',
}

type TestState = NonNullable<FirstSteps['test_mail']>['state']

const test: Record<TestState, (email: string) => string> = {
  waiting: () => 'Esperando la respuesta del servidor de correo…',
  accepted: (email) =>
    `El servidor de correo ha aceptado la prueba para ${email}. Mira tu buzón, también el correo no deseado.`,
  refused: () =>
    'El servidor de correo todavía no ha aceptado la prueba. Se vuelve a intentar sola. Esto es lo que dice:',
  failed: () => 'El servidor de correo ha rechazado la prueba. Esto es lo que dice:',
  saved: () => 'La prueba se guardó en el servidor sin enviarla: entonces no había servidor de correo.',
}

export const texts = {
  title: 'Primeros pasos',
  left: (count: number, next: StepName) =>
    `${steps(count)}${count === 1 ? ':' : '. El siguiente:'} ${names[next].inSentence}.`,
  intro: (count: number) => `${steps(count)}. Cada uno se marca solo en cuanto está hecho.`,
  show: 'Ver los pasos',
  hide: 'Ocultar',
  hidden: 'Los primeros pasos están ocultos. Puedes volver a verlos desde «Estado».',
  hiddenShort: 'Los primeros pasos están ocultos',
  showAgain: 'Volver a mostrarlos',
  changeFailed: 'No se ha podido guardar. Inténtalo de nuevo.',
  allDone: 'Los primeros pasos están dados',
  allDoneText: 'La comunidad está lista. A partir de ahora, lo que necesite atención lo verás en «Estado».',

  names,
  missing,
  words: { done: 'hecho', open: 'falta', aside: 'no hace falta' },
  setAside: 'No hace falta',
  takeBack: 'Sí hace falta',
  toAccount: 'Elegir mi contraseña',
  toCategories: 'Ir a las categorías',
  toState: 'Ir a Estado',
  invite: 'Escribir la lista',

  sendTest: 'Enviar una prueba',
  testFailed: 'No se ha podido enviar la prueba.',
  test,

  copy: 'Copiar',
  copied: 'Copiada',
  copyFailed: 'No se ha podido copiar. Está seleccionada: cópiala con el teclado o el menú.',
  commands: [
    { label: 'WhatsApp', command: 'npm run admin -- import whatsapp ARCHIVO.zip --dry-run' },
    { label: 'WordPress', command: 'npm run admin -- import wordpress ARCHIVO.xml --dry-run' },
    { label: 'Carpeta', command: 'npm run admin -- import folder CARPETA --as NOMBRE --dry-run' },
  ],
  placeholders:
    'En lugar de las palabras en mayúsculas van el archivo o la carpeta, y el nombre de quien la aporta. Con Docker, en lugar de «npm run admin --» va «docker compose exec alejandria admin».',
} as const
