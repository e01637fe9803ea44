import { withoutInvisible } from '../../contract/text/invisible.ts'

/** Characters that Windows refuses in names, besides control characters. */
const refused = /[\\/:*?"<>|]/gu
/** Halves of characters, and characters without a meaning. */
const unassigned = /[\p{Cs}\p{Co}\p{Cn}]/gu
/** Devices of Windows, with any extension, and files to which its folders react. */
const device =
  /^((con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))|desktop(?=\.ini$)|autorun(?=\.inf$))/iu
const extension = /\.[\p{L}\p{N}]{1,16}$/u

/** File systems take 255 bytes or UTF-16 units; the rest is for the number that tells equal names apart. */
const maxBytes = 200

const letters = new Intl.Segmenter('es')

/** The start of a text, up to a number of bytes, without cutting a letter from its accents. */
function cutToBytes(text: string, max: number) {
  if (Buffer.byteLength(text) <= max) return text
  let bytes = 0
  let start = ''
  for (const { segment } of letters.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > max) break
    start += segment
  }
  return start
}

function split(name: string) {
  const [end = ''] = extension.exec(name) ?? []
  return end.length < name.length ? { stem: name.slice(0, name.length - end.length), end } : { stem: name, end: '' }
}

/**
 * A name for a file or folder that Linux, macOS, Windows and their phones take: one part of a path, never hidden, never a
 * device, never with a dot or a space at an end. `otherwise` if nothing is left.
 */
export function toFileName(text: string, otherwise: string) {
  const visible = withoutInvisible(text.normalize('NFC').replace(/\s/gu, ' '))
    .replace(unassigned, '')
    .replace(refused, '-')
  const trimmed = visible
    .replace(/ {2,}/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .replace(device, '$1_')
  const { stem, end } = split(trimmed)
  const short = cutToBytes(stem, maxBytes - Buffer.byteLength(end)).trimEnd()
  return /[^-.]/.test(short) ? short.replace(/[ .]+$/, '') + end : `${otherwise}${end}`
}

/** Equal for names that some file system takes for the same: by capitals, by compatibility forms. */
const keyOf = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase()

const numberedFile = (number: number) => ` (${number})`

/** Tells equal paths apart: the second `foto.jpg` is `foto (2).jpg`. Each path that it returns is new. */
export function createUniquePaths(suffixOf = numberedFile) {
  const taken = new Set<string>()
  /** Number of the last path of this name, so that many equal names don't try all numbers each. */
  const counts = new Map<string, number>()

  return (path: string) => {
    const { stem, end } = split(path)
    const key = keyOf(path)
    let count = counts.get(key) ?? 1
    let unique = count === 1 ? path : `${stem}${suffixOf(count)}${end}`
    while (taken.has(keyOf(unique))) unique = `${stem}${suffixOf(++count)}${end}`
    counts.set(key, count)
    taken.add(keyOf(unique))
    return unique
  }
}
