import { open } from 'node:fs/promises'
import { fileTypeFromFile, supportedMimeTypes } from 'file-type'
import { linkType, youtubeType } from '../../contract/content/file-kinds.ts'

const unknown = 'application/octet-stream'
const detectTimeoutMs = 5000
/** Bytes at the start of a file that are checked for text. */
const headBytes = 64 * 1024

const bareType = (type: string) => type.replace(/;.*$/, '').trim().toLowerCase()
const detectable = new Set([...supportedMimeTypes].map(bareType))

/** Text types by extension, used if the sender declared none. */
const textTypes: Record<string, string> = {
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

/** Containers of several types: a declared type is trusted if it is one of them. */
const containers: Record<string, RegExp> = {
  'application/x-cfb': /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook))$/,
  'application/xml': /^(image\/svg\+xml|application\/xhtml\+xml|[a-z]+\/[\w.-]*\+?xml)$/,
  'video/webm': /^audio\/webm$/,
  'video/mp4': /^audio\/mp4$/,
  'video/ogg': /^audio\/ogg$/,
}
const aliases: Record<string, string> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'application/x-zip-compressed': 'application/zip',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts contain no control characters
const binaryCharacters = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/
/** Bytes without a character in windows-1252, in which Excel saves CSV. */
const notInWindows1252 = /[\x81\x8d\x8f\x90\x9d]/

/** Undefined for other content than text. */
function textEncodingOf(head: Buffer): 'utf-8' | 'windows-1252' | undefined {
  const bytes = head.toString('latin1')
  if (binaryCharacters.test(bytes)) return undefined
  try {
    // a character may be cut at the end of the head
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === headBytes })
    return 'utf-8'
  } catch {
    return notInWindows1252.test(bytes) ? undefined : 'windows-1252'
  }
}

async function readHead(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Type of a file (DECISIONS §2, "Files"): the one that its content shows; else the declared one, unless the content
 * would show that one if it were true.
 */
export async function detectType(path: string, declaredType: string, name: string): Promise<string> {
  const given = bareType(declaredType)
  const isMediaType = /^[a-z]+\/[\w.+-]{1,100}$/.test(given) && given !== linkType && given !== youtubeType
  const declared = isMediaType ? (aliases[given] ?? given) : unknown
  const detected = await fileTypeFromFile(path, { signal: AbortSignal.timeout(detectTimeoutMs) }).catch(() => undefined)
  if (detected) {
    const detectedType = bareType(detected.mime)
    return containers[detectedType]?.test(declared) ? declared : (aliases[detectedType] ?? detectedType)
  }
  const encoding = textEncodingOf(await readHead(path))
  const typeByExtension = textTypes[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '']
  if (encoding === 'utf-8') return isTextType(declared) ? declared : (typeByExtension ?? 'text/plain')
  // text/plain would be displayed as UTF-8
  if (encoding === 'windows-1252' && isTextType(declared) && declared !== 'text/plain') return declared
  if (encoding === 'windows-1252' && typeByExtension) return typeByExtension
  return detectable.has(declared) || isTextType(declared) ? unknown : declared
}
