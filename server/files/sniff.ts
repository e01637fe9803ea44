import { open } from 'node:fs/promises'
import { fileTypeFromFile, supportedMimeTypes } from 'file-type'
import { linkType, youtubeType } from '../../contract/file-kinds.ts'

const unknown = 'application/octet-stream'
/** Milliseconds that looking for a file's type may take. */
const lookFor = 5000
/** How much of a file is looked at to tell whether it is text. */
const textPart = 64 * 1024

const plain = (type: string) => type.replace(/;.*$/, '').trim().toLowerCase()
const recognised = new Set([...supportedMimeTypes].map(plain))

/** Texts that nothing in them tells apart from any other: their ending does, where the sender said nothing. */
const textEndings: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  xml: 'application/xml',
  json: 'application/json',
  js: 'text/javascript',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}
const isTextType = (type: string) =>
  type.startsWith('text/') || /[/+](xml|json|javascript|yaml|x-sh|sql)$/.test(type) || type === 'image/svg+xml'

/** What is one kind of box outside and may hold this or that: there the sender is believed. */
const boxes: Record<string, RegExp> = {
  'application/x-cfb': /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook))$/,
  'application/xml': /^(image\/svg\+xml|application\/xhtml\+xml|[a-z]+\/[\w.-]*\+?xml)$/,
  'video/webm': /^audio\/webm$/,
  'video/mp4': /^audio\/mp4$/,
  'video/ogg': /^audio\/ogg$/,
}
/** Other names of one type. */
const usual: Record<string, string> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'application/x-zip-compressed': 'application/zip',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what texts don't have
const notInTexts = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/
/** Nor have those that were written in the letters of older Windows (windows-1252), as Excel saves its CSV. */
const notInOlderTexts = /[\x81\x8d\x8f\x90\x9d]/

/** Undefined for what is no text. */
function lettersOf(head: Buffer): 'unicode' | 'older' | undefined {
  const bytes = head.toString('latin1')
  if (notInTexts.test(bytes)) return undefined
  try {
    // half of a character at the end of the part is no fault
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === textPart })
    return 'unicode'
  } catch {
    return notInOlderTexts.test(bytes) ? undefined : 'older'
  }
}

async function readHead(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(textPart), 0, textPart, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * What a file is (DECISIONS §2, "Files"): what its content says; else, what the sender said, unless the content would
 * show it if it were true.
 */
export async function typeOf(path: string, declaredType: string, name: string): Promise<string> {
  const given = plain(declaredType)
  const isOne = /^[a-z]+\/[\w.+-]{1,100}$/.test(given) && given !== linkType && given !== youtubeType
  const declared = isOne ? (usual[given] ?? given) : unknown
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(lookFor) }).catch(() => undefined)
  if (found) {
    const sniffed = plain(found.mime)
    return boxes[sniffed]?.test(declared) ? declared : (usual[sniffed] ?? sniffed)
  }
  const letters = lettersOf(await readHead(path))
  const byEnding = textEndings[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '']
  if (letters === 'unicode') return isTextType(declared) ? declared : (byEnding ?? 'text/plain')
  // plain text is shown here, as Unicode, which this isn't
  if (letters === 'older' && isTextType(declared) && declared !== 'text/plain') return declared
  if (letters === 'older' && byEnding) return byEnding
  return recognised.has(declared) || isTextType(declared) ? unknown : declared
}
