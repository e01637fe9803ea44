// Signs of a text that Markdown would take for its own.

/** Addresses stay as they are: they become links by themselves. In tokens the colon is what no one else can escape. */
const signs =
  /((?:https?:\/\/|www\.)[^\s<[\]{|*`\\~]+)|\\(?=[!-/:-@[-`{-~]|$)|[*`]|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w{1,32};)|(?<=file|post):(?=[0-9a-f])|\[/giu

/** Brackets with words in between that make nothing: no link, note, task, picture or mention. */
const harmless = /^\[(?![ xX]?\]|\^)[^[\]\n]*\](?![([:])/

interface Place {
  /** Sign that comes after the text. */
  after?: string
  isInLink?: boolean
  isInTable?: boolean
}

/** Words within a paragraph; `escapeLineStarts` does the rest for the whole of it. */
export function escapeWords(text: string, { after = '', isInLink = false, isInTable = false }: Place = {}) {
  let escaped = text.replace(signs, (sign, address: string | undefined, at: number) => {
    // a backslash or a backtick would be part of the address
    if (address)
      return /[<[\]{|*`\\~]/.test(text[at + address.length] ?? after.replace('*', '')) ? `${address} ` : address
    const isWords =
      sign === '[' && !isInLink && !/[!@\]]/.test(text[at - 1] ?? '') && harmless.test(text.slice(at, at + 200))
    return isWords ? sign : `\\${sign}`
  })
  if (isInLink) escaped = escaped.replace(/\]/g, '\\]')
  if (isInTable) escaped = escaped.replaceAll('|', '\\|')
  // the link that follows would be a picture
  if (after === '[' && escaped.endsWith('!')) escaped = `${escaped.slice(0, -1)}\\!`
  return escaped
}

const lineStart = /^([ \t\u00a0]*)(?:(#{1,6}|[-+])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|([>|]|[=-][ \t|:=-]*$|:-))/gm

export const escapeLineStarts = (paragraph: string) =>
  paragraph.replace(
    lineStart,
    (_all, space: string, marker?: string, digits?: string, point?: string, sign?: string) =>
      // spaces that make code of a line
      space.replace(/[ \t]+/g, '') + (digits === undefined ? `\\${marker ?? sign}` : `${digits}\\${point}`),
  )

/** The text of a picture, as `formatFile` writes it. */
export const pictureText = (alt: string) => alt.replace(/[[\]{}<>\\`*|\s]+/g, ' ').trim()

/** A text without formatting; its link tokens are words too. */
export const plainMarkdown = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => escapeLineStarts(escapeWords(paragraph.trim()).replace(/\n\s*/g, '  \n')))
    .filter(Boolean)
    .join('\n\n')
