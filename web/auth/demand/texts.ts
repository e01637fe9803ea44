const people = (count: number) => `${count} ${count === 1 ? 'persona' : 'personas'}`
const admins = (count: number) => `${count} ${count === 1 ? 'administrador' : 'administradores'}`

export const texts = {
  pageTitle: 'Añade un segundo paso',
  mustAdd: 'En esta comunidad hace falta un segundo paso al entrar. En cuanto lo añadas podrás seguir.',
  either: 'Vale una aplicación de autenticación o una llave de acceso: elige la que prefieras.',
  mustAddHelp: 'Si no puedes añadirlo, habla con quien administra la comunidad.',
  done: 'Ya puedes seguir.',
  goOn: 'Seguir',
  goOnFailed: 'No se ha podido seguir. Vuelve a intentarlo.',

  coming: (day: string) => `Desde el ${day} hará falta un segundo paso para entrar`,
  comingText: 'Puedes añadirlo ya en tu cuenta: ese día no tendrás que hacer nada más.',
  toAccount: 'Ir a mi cuenta',

  title: 'Segundo paso obligatorio',
  loadFailed: 'Error al cargar a quién se pide un segundo paso',
  ofNobody: 'No se pide a nadie: cada persona decide si lo añade.',
  ofAdmins: (day: string, isNow: boolean) =>
    isNow ? `Se pide a los administradores desde el ${day}.` : `Se pedirá a los administradores desde el ${day}.`,
  ofEverybody: (day: string, isNow: boolean) =>
    isNow ? `Se pide a todos desde el ${day}.` : `Se pedirá a todos desde el ${day}.`,
  /** A single person is the reader. */
  allHave: (all: number) => (all === 1 ? 'Tú ya lo tienes.' : 'Todos lo tienen.'),
  without: (count: number, all: number, ofAdmins: number) => {
    if (all === 1) return 'Tú todavía no lo tienes.'
    const who =
      count === 1 ? 'que administra' : ofAdmins === count ? 'que administran' : `entre ellas ${admins(ofAdmins)}`
    return `No lo ${count === 1 ? 'tiene' : 'tienen'} ${count} de ${people(all)}${ofAdmins === 0 ? '' : `, ${who}`}.`
  },
  show: 'Ver quiénes',
  change: 'Cambiar',

  dialogTitle: 'Pedir un segundo paso',
  dialogIntro: 'Desde ese día, quien no lo tenga podrá entrar, pero solo para añadirlo.',
  audience: 'A quién se pide',
  audiences: { nobody: 'A nadie', admins: 'A los administradores', everybody: 'A todos' },
  day: 'Desde el día',
  dayHint: 'Hasta entonces, un aviso en el inicio y en su cuenta dice la fecha a quien no lo tenga.',
  dayMissing: 'Elige el día.',
  adminsBefore: (day: string) => `A los administradores se les sigue pidiendo desde el ${day}.`,
  save: 'Guardar',
  saveFailed: 'No se ha podido guardar.',
  saved: 'Guardado.',
} as const
