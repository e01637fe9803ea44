import type { CareCode } from '../../contract/state.ts'

const number = new Intl.NumberFormat('es')
const list = new Intl.ListFormat('es')
const plural = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`
const ofDay = (count: number, none: string) => `${count > 0 ? number.format(count) : none} en el último día`
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `short` goes on in the sentence «Necesita atención: …»; `todo` is what to do. */
interface Care {
  short: string
  todo: string
}

/** Texts of `snapshot_old` while there is no place for snapshots. */
const noPlace: Care = {
  short: 'no se hacen copias de seguridad',
  todo: 'Si el servidor se estropea, se pierde todo. En el servidor, elige dónde guardar las copias con el ajuste `BACKUP_TO` (mejor en otro disco) y reinícialo: desde entonces se hace una cada noche.',
}

const care: Record<CareCode, Care> = {
  database_damaged: {
    short: 'la base de datos está dañada',
    todo: 'Recupera cuanto antes la última copia. En el servidor: páralo, aparta los archivos `alejandria.db*` de su carpeta, mira el nombre de la copia con `npm run admin -- backup list` y recupérala con `npm run admin -- restore` y ese nombre.',
  },
  disk_low: {
    short: 'queda poco sitio en el disco',
    todo: 'Cuando se acabe, nadie podrá subir archivos ni guardar textos. Amplía el disco, o borra archivos que ya no hagan falta.',
  },
  clock_doubted: {
    short: 'el reloj del servidor ha saltado',
    todo: 'Mientras no se sepa si va bien, no se borra nada por antiguo y no se hacen copias. Si la hora es correcta (por ejemplo, porque el servidor estuvo apagado varios días), confírmala en el servidor con `npm run admin -- clock confirm`; si no lo es, ponlo en hora. Si durante un día no vuelve a saltar, se dará por bueno.',
  },
  snapshot_old: {
    short: 'hace más de tres días que no se hace una copia',
    todo: 'Pulsa «Copia ahora». Si no sale, aquí se verá por qué.',
  },
  snapshot_failed: {
    short: 'la última copia no salió',
    todo: 'Se vuelve a intentar sola; también puedes pulsar «Copia ahora». Si sigue sin salir, este es el motivo:',
  },
  snapshot_place_changed: {
    short: 'las copias anteriores no están en su sitio',
    todo: 'Puede que su disco no esté montado: móntalo, y la próxima copia saldrá. Para no llenar otro disco no se empieza ninguna. Si has elegido un sitio nuevo, haz la primera allí con `npm run admin -- backup --new-place`.',
  },
  snapshot_dated_later: {
    short: 'una copia lleva una fecha que aún no ha llegado',
    todo: 'Se hizo con el reloj mal puesto. No se pierde nada, pero mientras esté no se retira ninguna copia antigua. `npm run admin -- backup list` dice cuál es: en su sitio, lleva a otra carpeta los archivos de `snapshots` que empiezan por su nombre.',
  },
  snapshot_damaged: {
    short: 'la última copia comprobada no está entera',
    todo: 'Pulsa «Copia ahora» y comprueba la nueva: en el servidor, `npm run admin -- backup verify`. Esto es lo que falla:',
  },
  snapshot_unverified: {
    short: 'hace más de tres semanas que no se comprueba ninguna copia',
    todo: 'La comprobación debería hacerse sola cada semana. En el servidor, `npm run admin -- backup verify` comprueba la última y dice qué falla.',
  },
  files_missing: {
    short: 'faltan archivos en la última copia',
    todo: 'No están en el servidor, o están dañados. Allí, `npm run admin -- files check` dice cuáles son. Si una copia anterior los tiene, recupérala en otra carpeta y vuelve a subirlos desde ahí.',
  },
  mail_held: {
    short: 'el correo está parado',
    todo: 'Nada se pierde: sale en cuanto el servidor de correo lo acepte. Si no vuelve, revisa el ajuste `SMTP_URL`. Este es el motivo:',
  },
  errors: {
    short: 'ha habido errores en el servidor',
    todo: 'Si se repiten, el registro del servidor dice más de cada uno:',
  },
  slow_requests: {
    short: 'el servidor va lento',
    todo: 'Suele ser un disco lento o una máquina pequeña. Mira qué más hace el servidor, o pásalo a una mejor.',
  },
}

export const texts = {
  title: 'Estado',
  back: 'Admin',
  loading: 'Cargando el estado...',
  loadFailed: 'Error al cargar el estado',
  allWell: 'Todo bien',
  isUnset: (names: string[]) => `Falta por configurar: ${names.join(', ')}`,
  unset: { snapshots: 'copias', mail: 'correo', address: 'dirección' },
  checked: (when: string) => `Comprobado ${when}`,
  needsCare: 'Necesita atención',
  needsCareSentence: (shorts: string[]) => `${capitalized(list.format(shorts))}.`,
  showState: 'Ver el estado',
  care,
  noPlace,
  words: { fine: 'bien', care: 'necesita atención', unset: 'sin configurar' },

  snapshots: 'Copias de seguridad',
  makeNow: 'Copia ahora',
  makeFailed: 'Error al empezar la copia',
  lastSnapshot: 'Última',
  never: 'Todavía ninguna',
  notSet: 'Sin un sitio donde guardarlas',
  madeAt: (when: string, size: string) => `${capitalized(when)}, ${size} de archivos`,
  faultyFiles: (count: number) => plural(count, 'archivo no se pudo copiar', 'archivos no se pudieron copiar'),
  failedAt: (when: string) => `El intento de ${when} no salió`,
  verified: 'Comprobada',
  notVerified: 'Todavía no; se comprueba una cada semana',
  whole: (when: string) => `${capitalized(when)}: está entera`,
  notWhole: (when: string) => `${capitalized(when)}: no está entera`,
  onDataDisk: 'En el mismo disco que los datos: si ese disco se estropea, se pierden también',
  nextSnapshot: 'Próxima',
  nextAt: capitalized,
  dueNow: 'En cuanto se pueda',
  made: 'Copia hecha.',
  notMade: 'La copia no salió.',
  /** Faults that the server itself notes; others are displayed as they are. */
  faults: {
    'it was broken off': 'Se interrumpió antes de terminar.',
    'the server was stopped': 'El servidor se paró antes de que terminara.',
  } as Record<string, string>,
  beginning: 'Empezando…',
  steps: {
    'snapshot tables': 'Copiando los textos',
    'snapshot files': 'Copiando los archivos',
    'verify tables': 'Comprobando los textos de la copia',
    'verify files': 'Comprobando los archivos de la copia',
    snapshot: 'Haciendo una copia',
    verify: 'Comprobando la copia',
    forget: 'Retirando copias antiguas',
  } as Record<string, string>,
  doneOf: (done: string, total: string) => `${done} de ${total}`,

  room: 'Espacio',
  archive: 'Archivo',
  archiveSize: (files: number, size: string) => `${plural(files, 'archivo', 'archivos')}, ${size}`,
  inBucket: (value: string) => `${value}, en un almacén externo`,
  disk: 'Disco',
  freeOf: (free: string, total: string, percent: number) => `${free} libres de ${total} (${percent} %)`,
  database: 'Base de datos',
  databaseKinds: { sqlite: 'SQLite', postgresql: 'PostgreSQL' },

  imports: 'Importaciones',
  importKinds: { whatsapp: 'WhatsApp', wordpress: 'WordPress', folder: 'Carpeta' },
  importNumber: (kind: string, id: number) => `${kind}, n.º ${id}`,
  importOf: (name: string, when: string) => `«${name}», ${when}`,
  broughtBy: (brought: number, leftOut: number) =>
    `Trajo ${plural(brought, 'cosa', 'cosas')}${leftOut > 0 ? ` y dejó ${number.format(leftOut)} fuera` : ''}`,
  importReport: (id: number) => `El informe, en el servidor: \`npm run admin -- import list ${id}\``,
  importStates: {
    unfinished: 'No ha terminado: si ya no está en marcha, vuelve a dar la misma orden y sigue donde se quedó',
    undone: 'Deshecha',
  },

  running: 'Funcionamiento',
  version: 'En marcha',
  runsSince: (version: string, when: string) => `Alejandría ${version}, desde ${when}`,
  clock: 'Reloj',
  clockSays: capitalized,
  clockLeapt: (now: string, before: string) => `Marca ${now}; lo último seguro fue ${before}`,
  mail: 'Correo',
  noMailServer: 'Sin servidor de correo: cada mensaje se guarda en la carpeta `outbox`, y no se envía',
  mailTodo:
    'Para enviarlos, pon en el servidor los ajustes `SMTP_URL` y `PUBLIC_URL` y reinícialo. Sin correo, las invitaciones y los enlaces se dan en mano.',
  address: 'Dirección',
  noAddress: 'Solo la de este ordenador, `localhost`',
  addressTodo:
    'Los enlaces y códigos QR de las invitaciones llevan la dirección por la que entra quien los crea: si es `localhost`, nadie más puede abrirlos. Pon en el servidor, en el ajuste `PUBLIC_URL`, la dirección que usan todos.',
  nothingQueued: 'Nada por enviar',
  queued: (count: number) => plural(count, 'correo por enviar', 'correos por enviar'),
  heldSince: (when: string) => `Parado desde ${when}`,
  search: 'Búsqueda',
  allFound: 'Todo lo escrito se encuentra',
  filling: (done: number, total: number) =>
    `Preparándose: ${number.format(done)} de ${number.format(total)} textos; los más antiguos aún no se encuentran`,
  filesWithText: (count: number) => `Texto de ${plural(count, 'archivo', 'archivos')}`,
  readingFiles: (read: string, waiting: number) => `${read}; ${plural(waiting, 'espera', 'esperan')} a que se lea`,
  withoutText: (kinds: string[]) => `Sin texto que se encuentre: ${list.format(kinds)}`,
  scannedFiles: (count: number) => plural(count, 'escaneado', 'escaneados'),
  encryptedFiles: (count: number) => plural(count, 'con contraseña', 'con contraseña'),
  brokenFiles: (count: number) => plural(count, 'que no se puede leer', 'que no se pueden leer'),
  failedFiles: (count: number) => plural(count, 'que el servidor no pudo abrir', 'que el servidor no pudo abrir'),
  errors: 'Errores',
  errorsOfDay: (count: number) => ofDay(count, 'Ninguno'),
  errorOfKind: (count: number, kind: string, when: string) => `${number.format(count)} × ${kind} (${when})`,
  errorKinds: {
    internal: 'Fallo interno',
    unavailable: 'La base de datos o el archivo no respondían',
    too_slow: 'Una búsqueda tardó demasiado',
    storage_full: 'No quedaba sitio en el disco',
    'no snapshot could be made': 'No se pudo hacer una copia',
    'the work of the night on snapshots failed': 'Falló el trabajo nocturno con las copias',
    'the snapshot is not whole': 'Una copia no está entera',
    'a snapshot lacks something': 'A una copia le falta un archivo',
    'the process for snapshots was killed': 'El proceso de las copias se interrumpió',
  } as Record<string, string>,
  speed: 'Lo más lento',
  noSlowRequests: 'Casi nada tarda más de 3 s',
  slowRequest: (request: string) => `\`${request}\`: 1 de cada 20 tarda más de 3 s`,
  refusedSignIns: 'Entradas rechazadas',
  refusedSignInsOfDay: (count: number) => ofDay(count, 'Ninguna'),
  policyReports: 'Bloqueos del navegador',
  policyReportsOfDay: (count: number) =>
    ofDay(count, 'Ninguno') + (count > 0 ? '; el registro del servidor dice más de cada uno' : ''),
} as const
