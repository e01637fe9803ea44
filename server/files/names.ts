import { isBlank, lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { withoutInvisible } from '../../contract/text/invisible.ts'

/** Without half characters too. */
const cleanText = (text: string) =>
  withoutInvisible(text)
    .replace(/\p{Cs}/gu, '')
    .replace(/\p{M}{31,}/gu, (marks) => marks.slice(0, 30))
    .normalize('NFC')

/**
 * Name of a file as saved (DECISIONS §2, "Files"): without folders, without invisible characters and those that change
 * the direction of writing, at most 255 characters with its extension.
 */
export function cleanFileName(original: string) {
  const name = cleanText(original.replace(/^.*[\\/]/s, '')).trim()
  if (isBlank(name) || /^\.+$/.test(name)) return 'archivo'
  if (lengthOf(name) <= limits.fileName) return name
  const [extension = ''] = /\.[^.\s]{1,16}$/.exec(name) ?? []
  const stem = [...name.slice(0, name.length - extension.length)]
  return `${stem.slice(0, limits.fileName - lengthOf(extension)).join('')}${extension}`
}

/** Name of a link: its URL, decoded if that is safe, cut to the length of a name. */
export function linkName(url: string) {
  let name = url
  try {
    const readable = decodeURI(url).normalize('NFC')
    if (cleanText(readable) === readable && !/\s/.test(readable)) name = readable
  } catch {
    // percent signs that encode nothing
  }
  return [...name].slice(0, limits.fileName).join('')
}
