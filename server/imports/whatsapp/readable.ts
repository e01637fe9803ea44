// The words in which a message of WhatsApp stands in our chat, which shows plain text with links, mentions and files.

import { lengthOf } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { withoutCutMention } from '../../../contract/markdown/mentions.ts'

/** A poll as a list: `ENCUESTA:`, its question, and `OPCIÓN: …` for each answer. */
function readablePoll(text: string) {
  const [head = '', ...lines] = text.split('\n').map((line) => line.replaceAll('\u200e', '').trim())
  if (!/^(?:encuesta|poll):/i.test(head)) return undefined
  const optionOf = (line: string) => /^(?:opción|option):\s*(.+)$/i.exec(line)?.[1]
  const options = lines.flatMap((line) => optionOf(line) ?? [])
  if (options.length === 0) return undefined
  const question = [head.replace(/^[^:]+:/, ''), ...lines.filter((line) => !optionOf(line))].join(' ').trim()
  const inSpanish = (option: string) => option.replace(/\((\d+) vote(s?)\)$/, '($1 voto$2)')
  return [`Encuesta: ${question}`, ...options.map((option) => `- ${inSpanish(option)}`)].join('\n')
}

const place = /^(?:ubicación(?: en tiempo real)?|(?:live )?location):\s*(?:([^\n]*?)[:\s]\s*)?(https:\/\/\S+)$/i

const maxPlaceLength = 2000

function readablePlace(text: string) {
  const [, name = '', address] = (text.length < maxPlaceLength && place.exec(text)) || []
  return address && `Ubicación${name && ` «${name.trim()}»`}: ${address}`
}

/** Between these marks a telephone names somebody: `@⁨Ana⁩`; without them by a number. */
const namedPerson = /@\u2068([^\u2068\u2069\n]{1,200})\u2069|@(\d{8,15})(?!\d)/g
const toName = (written: string) => written.replace(/\s+/g, ' ').replace(/^~ /, '~')

/** Texts that our chat would take for its own tokens. */
const ownTokens = /\{(?=\{(?:file|post):)|\](?=\((?:file:)?[0-9a-f]{32}\))/gi

/** Names and numbers (`+34600…`) of people whom a text names. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(namedPerson)].map(([, name, phone]) => (name === undefined ? `+${phone}` : toName(name)))

/** The token of a mention; undefined if nobody here is meant for sure. */
type Mention = (name: string) => string | undefined

/** A text that can be stored, and that our chat takes for nothing but a text. */
const toPlain = (text: string) =>
  text
    .replace(/[\0\u2068\u2069]/g, '')
    .toWellFormed()
    .replace(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(ownTokens, '$& ')
    .trim()

/** A message's text. Formatting stays as it was typed: `*así*`. */
export function readableText(text: string, mention: Mention): string {
  const tokens: string[] = []
  const readable = (readablePoll(text) ?? readablePlace(text) ?? text).replaceAll('\ufdd0', '')
  const unnamed = readable.replace(namedPerson, (found, name?: string, phone?: string) => {
    const token = mention(name === undefined ? `+${phone}` : toName(name))
    if (token) return `\ufdd0${tokens.push(token) - 1}\ufdd0`
    return name === undefined ? found : `@${toName(name)}`
  })
  return toPlain(unnamed).replace(/\ufdd0(\d+)\ufdd0/g, (_, index: string) => tokens[Number(index)] ?? '')
}

const kindOfName = (name: string) => {
  if (/\.(?:jpe?g|png|heic|gif)$/i.test(name)) return 'foto'
  if (/\.(?:mp4|mov|3gp|mkv)$/i.test(name)) return 'vídeo'
  if (/\.(?:opus|m4a|ogg|aac|amr|mp3|wav)$/i.test(name)) return 'audio'
  if (/\.webp$/i.test(name)) return 'sticker'
  return `documento «${toPlain(nameOfFile(name))}»`
}

const omittedKinds: [RegExp, string][] = [
  [/^once/, 'foto o vídeo para ver una sola vez'],
  [/imagen|foto|image|photo/i, 'foto'],
  [/v[ií]deo/i, 'vídeo'],
  [/audio|voz/i, 'audio'],
  [/sticker/i, 'sticker'],
  [/gif/i, 'GIF'],
  [/document/i, 'documento'],
  [/ubicación|location/i, 'ubicación'],
  [/contact/i, 'contacto'],
]

const absent = 'que no estaba en la copia'
/** Words in the place of a file that the export only names, or of which it says that it left it out. */
export const namedWithoutFile = (name: string) => `(${kindOfName(name)} ${absent})`
export const omittedFile = (what: string) =>
  `(${omittedKinds.find(([words]) => words.test(what))?.[1] ?? 'foto, vídeo o audio'} ${absent})`
/** For one that can't be stored. */
export const refusedFile = (name: string) => `(${kindOfName(name)} que no se pudo guardar)`
/** The message with `token` in the place of those words; undefined if it has none. */
export const withFile = (message: string, token: string) =>
  new RegExp(`^\\([^\n]* ${absent}\\)(?=\n|$)`).test(message) ? message.replace(/^[^\n]*/, () => token) : undefined

/** An iPhone numbers the files of an export: `00000012-Acta.pdf`. */
export const nameOfFile = (name: string) => name.replace(/^0\d{7}-(?=.)/, '')

const unquoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** Names and telephones of a `.vcf`; undefined if it has none. */
export function readableContact(vcard: string): string | undefined {
  const people: string[] = []
  for (const card of vcard
    .replaceAll('\r', '')
    .replace(/\n[ \t]/g, '')
    .split(/^BEGIN:VCARD$/im)
    .slice(1)) {
    const valuesOf = (field: string) =>
      [...card.matchAll(new RegExp(`^(?:item\\d+\\.)?${field}((?:;[^:\\n]*)?):((?:.*=\\n)*.*)$`, 'gim'))]
        .map(([, parameters = '', value = '']) => (/quoted-printable/i.test(parameters) ? unquoted(value) : value))
        .map((value) =>
          value
            .replace(/\\([,;\\])/g, '$1')
            .replace(/\s+/g, ' ')
            .trim(),
        )
    const [name = valuesOf('N')[0]?.split(';').filter(Boolean).join(' ')] = valuesOf('FN').filter(Boolean)
    const person = [name, ...new Set(valuesOf('TEL'))].filter(Boolean).join(', ')
    if (person) people.push(`Contacto: ${person}`)
  }
  return people.length === 0 ? undefined : toPlain(people.join('\n'))
}

/** Breaks a text where a paragraph, a line, a sentence or a word ends, within the length of a message. */
export function splitMessage(text: string, max: number = limits.chatMessage): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (lengthOf(rest) > max) {
    const start = [...rest.slice(0, 2 * max)].slice(0, max).join('')
    const places = ['\n\n', '\n', '. '].map((end) => start.lastIndexOf(end) + end.trimEnd().length)
    const cut = places.find((at) => at > start.length / 2) ?? start.lastIndexOf(' ')
    const part = withoutCutMention(start.slice(0, cut > 0 ? cut : start.length)) || start
    parts.push(part.trim())
    rest = rest.slice(part.length).trimStart()
  }
  return [...parts, rest]
}
