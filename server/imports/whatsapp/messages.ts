// Entries of an exported chat by the words that WhatsApp writes in Spanish and English: a message with its writer,
// perhaps with a file, or a line of WhatsApp itself.
import { withoutInvisible } from '../../../contract/text/invisible.ts'

type Content =
  | { kind: 'text'; text: string }
  /** `caption` is the text with the file; empty without one. */
  | { kind: 'file'; name: string; caption: string }
  /** A file that the export left out, in the words of the file. */
  | { kind: 'omitted'; what: string; caption: string }
  /** Nothing of an empty one is in the export: it was shown once, or on the telephone only. */
  | { kind: 'deleted' | 'empty' }

/** Words that its writer typed. */
export const captionOf = (content: Content) =>
  content.kind === 'text' ? content.text : 'caption' in content ? content.caption : ''

export interface Message {
  /** As the telephone names them; `~Ana` is a name that somebody chose, who is in no address book. */
  writer: string
  content: Content
}

/** Stands before WhatsApp's own words on an iPhone, and in places on Android. */
const mark = '\u200e'

const anyOf = (...parts: string[]) => `(?:${parts.join('|')})`
/** Words without their blanks, of which some are wider or narrower. */
const pattern = (source: string) => new RegExp(source.replaceAll(' ', String.raw`\s`), 'i')

/** Parts of lines that WhatsApp writes about a group. */
const systemWords = pattern(
  anyOf(
    'cifrad[oa]s? de extremo a extremo',
    '(?:creó|creaste) (?:el|este) (?:grupo|la comunidad)',
    '(?:añadió|añadiste|agregó|agregaste|eliminó|eliminaste|expulsó|expulsaste) a ',
    '(?:te|se) (?:añadió|agregó|eliminó|unió|uniste)(?! este mensaje)',
    'te uniste ',
    '(?:fue|fueron) (?:añadid|agregad|eliminad)[oa]s?(?! por (?:el )?admin)',
    '(?:salió|saliste|abandonó|abandonaste)(?: (?:del|el) grupo)?\\.?$',
    'se uni(?:ó|eron) (?:usando|con|mediante|desde|a )',
    '(?:cambió|cambiaste|ha cambiado|eliminó|eliminaste) (?:el|la|los|las|este|tu|su) (?:asunto|nombre|ícono|icono|imagen|foto|descripción|configuración|ajustes|permisos|número|código|teléfono)',
    '(?:cambió|cambiaste) a ',
    'mensajes temporales',
    '(?:fijó|fijaste) un mensaje',
    'código de seguridad (?:con|de)',
    '(?:ahora|ya no) (?:eres|es) (?:admin|administrador)',
    '(?:inició|iniciaste) una (?:llamada|videollamada)',
    '(?:video)?llamada (?:grupal )?(?:de (?:voz|vídeo|video) )?perdida',
    'es un contacto\\.?$',
    'end-to-end encrypt',
    'created (?:this )?(?:group|community)',
    '(?:added|removed) \\S',
    '(?:was|were) (?:added|removed)',
    'left(?: the group)?\\.?$',
    'joined (?:using|from|the |via)',
    '(?:changed|deleted) (?:the|this|their|your|to) ?(?:subject|group|settings|phone|security|community|\\+)',
    'changed to ',
    'disappearing messages',
    'pinned a message',
    'security code (?:with|changed)',
    "(?:you're|is) (?:now|no longer) an admin",
    'started a (?:video )?call',
    'missed (?:group )?(?:voice|video) call',
    'is a contact\\.?$',
  ),
)

const deleted = pattern(
  `^${anyOf(
    'se (?:eliminó|ha eliminado) este mensaje',
    '(?:eliminaste|has eliminado) este mensaje',
    '(?:este )?mensaje (?:fue )?eliminado(?: por (?:el |un )?admin.*)?',
    '(?:this message was|you) deleted(?: this message| by .*)?',
  )}\\.?$`,
)

const edited = pattern(
  `<${anyOf('se (?:editó|ha editado) este mensaje', '(?:este )?mensaje (?:fue )?editado', 'this message was edited')}\\.?>[${mark} ]*$`,
)

/** `<adjunto: foto.jpg>` of an iPhone, before or behind its caption; `foto.jpg (archivo adjunto)` of Android. */
const attachedTag = pattern(
  `^([\\s\\S]*?)${mark}?<${mark}? ?(?:(?:archivo )?adjunto|attached): ([^<>\\n]+?) ?>([\\s\\S]*)$`,
)
const attachedName = pattern(
  `^${mark}?([^\\n]+?\\.[^\\s.]{1,10}) [(<]${mark}?(?:(?:archivo )?adjunto|(?:file )?attached)[)>]([\\s\\S]*)$`,
)
/** `Acta.pdf • 3 páginas`, before a document. */
const documentLabel = pattern(`^${mark}?[^\\n]+?\\.\\w{1,10}(?: • [^\\n]*)?$`)

const omittedWords = anyOf(
  '(?:multimedia|archivo|medio|documento|vídeo|video|videomensaje|nota de vídeo|nota de video|audio|sticker|gif) omitido',
  '(?:imagen|foto|ubicación|tarjeta de contacto|nota de voz) omitida',
  'medios omitidos',
  'se omitió multimedia',
  '(?:media|image|photo|video|video note|audio|sticker|gif|document|location|contact card) omitted',
)
/** `<Multimedia omitido>` of Android, before its caption; `imagen omitida` of an iPhone, behind a mark if there is a caption. */
const omittedTag = pattern(`^${mark}?<(${omittedWords})>([\\s\\S]*)$`)
const omittedLine = pattern(`^(?:([\\s\\S]*?) ?${mark})?(${omittedWords})\\.?$`)

/** Pictures that open once, and messages that only the telephone shows: the export has nothing of them. */
const onceOnly = pattern(
  `^${mark}?${anyOf('null$', '(?:recibiste|enviaste) un mensaje de visualización única', 'you (?:received|sent) a view once message')}`,
)
const unreadable = pattern(
  `^${mark}?${anyOf('no se puede mostrar este mensaje', 'esperando (?:el|este) mensaje', "can't display this message", 'waiting for this message')}`,
)

function contentOf(said: string): Content {
  const plain = withoutMarks(said)
  if (plain === '' || unreadable.test(said)) return { kind: 'empty' }
  if (deleted.test(plain)) return { kind: 'deleted' }
  if (onceOnly.test(said)) return { kind: 'omitted', what: 'once', caption: '' }
  const [, before = '', name, after = ''] = attachedTag.exec(said) ?? []
  if (name !== undefined)
    return {
      kind: 'file',
      name: withoutMarks(name),
      caption: withoutMarks(documentLabel.test(before.trim()) ? after : before + after),
    }
  const [, android, under = ''] = attachedName.exec(said) ?? []
  if (android !== undefined) return { kind: 'file', name: withoutMarks(android), caption: withoutMarks(under) }
  const [, what, rest = ''] = omittedTag.exec(said) ?? []
  if (what !== undefined) return { kind: 'omitted', what, caption: withoutMarks(rest) }
  const [, caption = '', words] = omittedLine.exec(said) ?? []
  if (words === undefined) return { kind: 'text', text: plain }
  const [document] = documentLabel.exec(caption) ?? []
  return { kind: 'omitted', what: document ? 'documento' : words, caption: document ? '' : withoutMarks(caption) }
}

/** Without the marks of WhatsApp; those around the name of a mention stay. */
const withoutMarks = (text: string) => text.replaceAll(mark, '').trim()
const otherMarks = /[\u200f\u202a-\u202e\u2066\u2067\ufeff]/g

/** Undefined for a line of WhatsApp itself. `group` is the chat's name, under which an iPhone puts such lines. */
export function readMessage(text: string, group?: string): Message | undefined {
  const [, name = '', rest = ''] = /^([^\n]{1,200}?):(?: |\n|$)([\s\S]*)$/.exec(text) ?? []
  const writer = withoutInvisible(name.replace(/\s+/g, ' ')).toWellFormed().normalize('NFC').trim()
  // a line with the name of a group, which may have a colon, or a long one: nobody is called so
  if (writer === '' || (/["“]|.{41}/.test(writer) && systemWords.test(writer))) return undefined
  const said = rest.replace(otherMarks, '').trim().replace(edited, '').trimEnd()
  const content = contentOf(said.endsWith(mark) ? said.slice(0, -1).trimEnd() : said)
  if (said.startsWith(mark) && content.kind === 'text') {
    const [first = ''] = content.text.split('\n')
    if (systemWords.test(first) || (writer === group && !first.includes(':'))) return undefined
  }
  return { writer: writer.replace(/^~ /, '~'), content }
}
