// What an entry of an exported chat is, by the words that WhatsApp writes in Spanish and English: a message with its writer,
// perhaps with a file, or a line of WhatsApp itself.
import { type Entry, invisible } from './lines.ts'

export type Content =
  | { kind: 'text'; text: string }
  /** `caption` is the text under the file; empty without one. */
  | { kind: 'file'; name: string; caption: string }
  /** A file that the export left out, with the words for it. */
  | { kind: 'omitted'; what: string; caption: string }
  | { kind: 'deleted' }

/** A message with its writer, as the telephone names them. */
export interface Message {
  writer: string
  content: Content
  isEdited: boolean
}

const anyOf = (...parts: string[]) => `(?:${parts.join('|')})`

/** Beginnings of lines that WhatsApp writes about a group, after a name or alone. */
const systemWords = new RegExp(
  anyOf(
    // Spanish
    'cifrad[oa]s? de extremo a extremo',
    '(?:creó|creaste) (?:el grupo|este grupo)',
    '(?:añadió|añadiste|agregó|agregaste) a ',
    '(?:te añadió|te agregó|fue añadid[oa]|fue agregad[oa])',
    '(?:eliminó|eliminaste|expulsó|expulsaste) a ',
    '(?:salió del grupo|saliste del grupo|salió\\.?$|saliste\\.?$)',
    'se unió (?:usando|con|mediante|desde)',
    '(?:cambió|cambiaste) (?:el asunto|el nombre|el ícono|el icono|la imagen|la foto|la descripción|la configuración|los ajustes|su número|a )',
    '(?:eliminó|eliminaste) (?:la imagen|la foto|el ícono|el icono|la descripción)',
    '(?:activó|activaste|desactivó|desactivaste) los mensajes temporales',
    'los mensajes temporales',
    '(?:fijó|fijaste) un mensaje',
    '(?:cambió|ha cambiado) (?:tu|el) código de seguridad',
    'código de seguridad (?:con|de)',
    '(?:ahora eres|ya no eres|ahora es|ya no es) (?:admin|administrador)',
    '(?:inició|iniciaste) una (?:llamada|videollamada)',
    '(?:vinculó|vinculaste) este grupo',
    'es un contacto(?:\\.|$)',
    // English
    'end-to-end encrypted',
    'created (?:group|this group)',
    '(?:added|removed) (?:you|\\S)',
    '(?:was|were) added',
    'left(?: the group)?\\.?$',
    'joined using',
    'joined from the community',
    "changed (?:the subject|the group|this group|this group's|the group's|their phone number|to \\+|your security code|the settings)",
    'deleted (?:this group|the group)',
    'turned (?:on|off) disappearing messages',
    'disappearing messages',
    'pinned a message',
    'security code (?:with|changed)',
    "(?:you're now|you're no longer|is now|is no longer) an admin",
    'started a (?:call|video call)',
    'is a contact',
  ),
  'i',
)

const deleted = new RegExp(
  `^${anyOf(
    'se eliminó este mensaje',
    'eliminaste este mensaje',
    'este mensaje fue eliminado',
    'se ha eliminado este mensaje',
    'has eliminado este mensaje',
    'mensaje eliminado por (?:el )?admin.*',
    'este mensaje fue eliminado por (?:el )?admin.*',
    'this message was deleted',
    'you deleted this message',
    'this message was deleted by admin.*',
  )}\\.?$`,
  'i',
)

const edited = new RegExp(
  `\\s*<${anyOf('se editó este mensaje', 'este mensaje fue editado', 'se ha editado este mensaje', 'this message was edited')}\\.?>\\s*$`,
  'i',
)

/** `<adjunto: foto.jpg>` of an iPhone, `foto.jpg (archivo adjunto)` of Android. */
const attached = [
  new RegExp(`^<${anyOf('adjunto', 'archivo adjunto', 'attached')}: ([^<>\\n]+)>`, 'i'),
  new RegExp(`^([^\\n]+?\\.[^\\s.]{1,10}) \\(${anyOf('archivo adjunto', 'adjunto', 'file attached')}\\)`, 'i'),
]

const omitted = [
  new RegExp(`^<(${anyOf('multimedia omitido', 'archivo omitido', 'medios omitidos', 'se omitió multimedia', 'media omitted')})>`, 'i'),
  new RegExp(
    `^(${anyOf(
      '(?:[^\\n]* • [^\\n]* )?documento omitido',
      '(?:[^\\n]* • [^\\n]* )?document omitted',
      '(?:imagen|foto|vídeo|video|videomensaje|audio|sticker|gif|ubicación|tarjeta de contacto) omitid[oa]',
      '(?:image|photo|video|video note|audio|sticker|gif|location|contact card) omitted',
    )})\\.?(?=\\n|$)`,
    'i',
  ),
]

function contentOf(text: string): Content {
  if (deleted.test(text)) return { kind: 'deleted' }
  for (const pattern of attached) {
    const found = pattern.exec(text)
    if (found) return { kind: 'file', name: (found[1] ?? '').trim(), caption: text.slice(found[0].length).trim() }
  }
  for (const pattern of omitted) {
    const found = pattern.exec(text)
    if (found) return { kind: 'omitted', what: found[1] ?? '', caption: text.slice(found[0].length).trim() }
  }
  return { kind: 'text', text }
}

const bold = (words: string) => (words === '' ? '' : `**${words.replaceAll('*', '\\*')}**`)

/** A poll as a list: `ENCUESTA:`, its question, and `OPCIÓN: …` for each answer. */
function readablePoll(text: string) {
  const [head = '', ...lines] = text.split('\n').map((line) => line.trim())
  const isPoll = /^(?:encuesta|poll):/i.test(head)
  if (!isPoll) return undefined
  const options = lines.flatMap((line) => /^(?:opción|option):\s*(.+)$/i.exec(line)?.[1] ?? [])
  const question = [head.replace(/^[^:]+:/, ''), ...lines.filter((line) => !/^(?:opción|option):/i.test(line))]
    .join(' ')
    .trim()
  return options.length === 0 ? undefined : `Encuesta: ${bold(question)}\n\n${options.map((one) => `- ${one}`).join('\n')}`
}

/** `ubicación: https://…`, with or without the name of the place. */
function readablePlace(text: string) {
  const [, name = '', address] =
    /^(?:(?:ubicación(?: en tiempo real)?|location|live location(?: shared)?):?\s*)(?:([^\n]*?)[:\s]\s*)?(https:\/\/\S+)$/i.exec(text) ?? []
  return address === undefined ? undefined : `Ubicación${name.trim() && ` «${name.trim()}»`}: ${address}`
}

/** Between these a text names somebody, as the telephone does: see `nameInMentions`. */
const [before, after] = ['\ue000', '\ue001']
const mentionOnTelephone = /@\u2068~?\s?([^\u2068\u2069\n]{1,200})\u2069/g
const mention = new RegExp(`@${before}([^${before}${after}]*)${after}`, 'g')

/** A text with a token, or the plain name, for each person whom it names. */
export const nameInMentions = (text: string, formatName: (name: string) => string) =>
  text.replace(mention, (_found, name: string) => formatName(name))

const readable = (text: string) => readablePoll(text) ?? readablePlace(text) ?? text

/** Undefined for a line of WhatsApp itself. */
export function readMessage({ text }: Pick<Entry, 'text'>): Message | undefined {
  const [, name = '', said = ''] = /^([^\n]{1,200}?):(?: |\n|$)([^]*)$/.exec(text) ?? []
  const writer = name.replace(invisible, '').replace(/^~\s*/, '').trim()
  if (writer === '' || systemWords.test(writer)) return undefined
  // WhatsApp's own words begin with a mark, in a group under the group's name
  const isOwnWords = /^[\u200e\u200f]/.test(said)
  const plain = said
    .replaceAll(before, '')
    .replaceAll(after, '')
    .replace(mentionOnTelephone, `@${before}$1${after}`)
    .replace(invisible, '')
    .replaceAll('\u00a0', ' ').trimEnd()
  if (isOwnWords && systemWords.test(plain.split('\n')[0] ?? '')) return undefined
  const isEdited = edited.test(plain)
  const content = contentOf((isEdited ? plain.replace(edited, '') : plain).trim())
  return {
    writer,
    isEdited,
    content: content.kind === 'text' ? { kind: 'text', text: readable(content.text) } : content,
  }
}
