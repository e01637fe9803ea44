import { isBlank, lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

// Control, bidirectional and zero-width characters, and halves of characters.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
// A family, a profession: what holds an emoji together is part of it.
const joiner = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu
const kept = '\ue000'

const cleanText = (text: string) =>
  text
    .replaceAll(kept, '')
    .replace(joiner, kept)
    .replace(unseen, '')
    .replaceAll(kept, '\u200d')
    .replace(/\p{M}{31,}/gu, (marks) => marks.slice(0, 30))
    .normalize('NFC')

/**
 * A file's name as it is kept (DECISIONS §2, "Files"): without the folders before it, without what can't be seen or
 * turns the direction of writing, at most 255 characters with its extension.
 */
export function cleanFileName(given: string) {
  const name = cleanText(given.replace(/^.*[\\/]/s, '')).trim()
  if (isBlank(name) || /^\.+$/.test(name)) return 'archivo'
  if (lengthOf(name) <= limits.fileName) return name
  const [extension = ''] = /\.[^.\s]{1,16}$/.exec(name) ?? []
  const stem = [...name.slice(0, name.length - extension.length)]
  return `${stem.slice(0, limits.fileName - lengthOf(extension)).join('')}${extension}`
}

/** How a link is called: its address, readable where that is safe, as long as a name may be. */
export function linkName(url: string) {
  let name = url
  try {
    const readable = decodeURI(url).normalize('NFC')
    if (cleanText(readable) === readable && !/\s/.test(readable)) name = readable
  } catch {
    // percent signs that mean nothing
  }
  return [...name].slice(0, limits.fileName).join('')
}
