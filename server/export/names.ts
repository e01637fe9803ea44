import { extname } from 'node:path'

/** Names of devices on Windows, with any extension, and files to which its folders react. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)|^(desktop\.ini|autorun\.inf)$/i
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu
/** In UTF-8. Windows takes 260 characters for a whole path, some encrypted file systems 143 bytes for a name. */
const maxBytes = 120
const maxExtensionBytes = 20

const bytesOf = (text: string) => Buffer.byteLength(text)

function cut(text: string, bytes: number) {
  let result = ''
  let length = 0
  for (const character of text) {
    length += bytesOf(character)
    if (length > bytes) break
    result += character
  }
  return result
}

function split(name: string): [stem: string, extension: string] {
  const extension = extname(name)
  if (bytesOf(extension) > maxExtensionBytes) return [name, '']
  return [name.slice(0, name.length - extension.length), extension]
}

/** The name of a file, changed only where some file system would refuse it or take it for something else. */
export function fileNameOf(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(forbidden, '_')
    .replace(/^[.\s]+/, (start) => '_'.repeat(start.length))
    .replace(/[.\s]+$/, '')
  const allowed = reserved.test(cleaned) ? `_${cleaned}` : cleaned || 'archivo'
  const [stem, extension] = split(allowed)
  const kept = cut(stem, maxBytes - bytesOf(extension))
  return `${kept === stem ? stem : kept.trimEnd()}${extension}`
}

/** Letters and digits of a title, for the address of its page. */
export const slugOf = (title: string, or: string) =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '') || or

/** As a file system compares names that doesn't tell capitals or accents written in two ways apart. */
const keyOf = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

const numberedFile = (number: number) => ` (${number})`

/** Names of one folder, each given once: a second 'Foto.jpg', or a 'foto.JPG', becomes 'Foto (2).jpg'. */
export function createNames(suffixOf = numberedFile) {
  const taken = new Set<string>()
  const nextNumbers = new Map<string, number>()
  return (name: string): string => {
    const [stem, extension] = split(name)
    for (let number = nextNumbers.get(keyOf(name)) ?? 1; ; number++) {
      const suffix = number === 1 ? '' : suffixOf(number)
      const candidate = `${cut(stem, maxBytes - bytesOf(suffix + extension))}${suffix}${extension}`
      if (taken.has(keyOf(candidate))) continue
      taken.add(keyOf(candidate))
      nextNumbers.set(keyOf(name), number + 1)
      return candidate
    }
  }
}
