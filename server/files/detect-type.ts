import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile, supportedMimeTypes } from 'file-type'
import { linkType, youtubeType } from '../../contract/content/file-kinds.ts'
import { decodeText, encodingOf } from '../../contract/text/encoding.ts'

const unknown = 'application/octet-stream'
const detectTimeoutMs = 5000
/** Bytes at the start of a file that are checked for text. */
const headBytes = 64 * 1024

const bareType = (type: string) => type.replace(/;.*$/, '').trim().toLowerCase()
const detectable = new Set([...supportedMimeTypes].map(bareType))

/** Text types by extension, used if the sender declared none. */
const textTypes: Record<string, string> = {
  txt: 'text/plain',
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
  // browsers animate it under its older name too
  'image/apng': 'image/png',
  'application/x-zip-compressed': 'application/zip',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts contain no control characters
const binaryCharacters = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/
/** Undefined for other content than text, as the reader of texts reads it. */
function textEncodingOf(head: Buffer) {
  const encoding = encodingOf(head)
  return binaryCharacters.test(decodeText(head)) ? undefined : encoding
}

async function readPart(file: FileHandle, at: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, at))
  return buffer.subarray(0, bytesRead)
}

/** Viewers of PDF look for its header in the first kilobyte: some mail programs and old Macs write something before. */
const pdfHeader = /%PDF-[12]\.\d/
const pdfMargin = 1024

async function isPdf(file: FileHandle, head: Buffer, size: number) {
  if (!pdfHeader.test(head.toString('latin1', 0, pdfMargin))) return false
  return (await readPart(file, size - pdfMargin, pdfMargin)).includes('%%EOF')
}

const maxBoxes = 10_000
/** Boxes of MP4 and its kin on the way to a track's kind and format (ISO 14496-12). */
const trackBoxes = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

interface Box {
  type: string
  /** Place of what the box holds, and of its end. */
  start: number
  end: number
}

async function* boxesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const head = await readPart(file, at, 8)
    if (head.length < 8) return
    let [size, headLength] = [head.readUInt32BE(0), 8]
    // 1: the size follows in eight bytes; 0: up to the end
    if (size === 1) {
      const large = await readPart(file, at + 8, 8)
      if (large.length < 8) return
      ;[size, headLength] = [Number(large.readBigUInt64BE(0)), 16]
    }
    const end = size === 0 ? to : Math.min(to, at + size)
    if (end < at + headLength) return
    yield { type: head.toString('latin1', 4, 8), start: at + headLength, end }
    at = end
  }
}

/** Kinds and formats of the tracks of an MP4, QuickTime or 3GPP file: `vide`, `soun`, `mp4a`, `alac` and others. */
async function readTrackCodes(file: FileHandle, size: number): Promise<Set<string>> {
  const codes = new Set<string>()
  const readCode = async (at: number) => (await readPart(file, at, 4)).toString('latin1')
  const unread: Box[] = [{ type: 'moov', start: 0, end: size }]
  let read = 0
  for (let outer = unread.pop(); outer; outer = unread.pop())
    for await (const box of boxesOf(file, outer.start, outer.end)) {
      if (++read > maxBoxes) return codes
      if (trackBoxes.has(box.type)) unread.push(box)
      // version, flags and a field that isn't used stand before the kind
      if (box.type === 'hdlr') codes.add(await readCode(box.start + 8))
      // version, flags, a count and the entry's size stand before the format
      if (box.type === 'stsd') codes.add(await readCode(box.start + 12))
    }
  return codes
}

/** Sound alone of phones and browsers comes in the containers of films. */
const filmTypes = /^(video\/(mp4|quicktime|3gpp2?|x-m4v)|audio\/(mp4|x-m4a))$/

/** Undefined for films. Browsers don't play AMR of old telephones, nor Apple's lossless format. */
async function soundTypeOf(file: FileHandle, size: number) {
  const codes = await readTrackCodes(file, size)
  if (!codes.has('soun') || codes.has('vide')) return undefined
  if (codes.has('samr') || codes.has('sawb')) return 'audio/3gpp'
  return codes.has('alac') ? 'audio/x-alac' : 'audio/mp4'
}

/** WebM names the codecs of its tracks at the beginning: `A_OPUS`, `V_VP9`. */
function isWebmSound(head: Buffer) {
  const names = head.toString('latin1')
  return /A_(OPUS|VORBIS)/.test(names) && !/V_[A-Z]/.test(names)
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
  await using file = await open(path)
  const { size } = await file.stat()
  if (detected) {
    const detectedType = bareType(detected.mime)
    const soundType = filmTypes.test(detectedType) ? await soundTypeOf(file, size) : undefined
    if (soundType) return soundType
    if (detectedType === 'video/webm' && isWebmSound(await readPart(file, 0, headBytes))) return 'audio/webm'
    return containers[detectedType]?.test(declared) ? declared : (aliases[detectedType] ?? detectedType)
  }
  const head = await readPart(file, 0, headBytes)
  if (await isPdf(file, head, size)) return 'application/pdf'
  const encoding = textEncodingOf(head)
  const typeByExtension = textTypes[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '']
  if (encoding && isTextType(declared)) return declared
  if (encoding && typeByExtension) return typeByExtension
  // any bytes without control characters are text in an older encoding
  if (encoding?.startsWith('utf')) return 'text/plain'
  return detectable.has(declared) || isTextType(declared) ? unknown : declared
}
