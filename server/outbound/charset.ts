import { isUtf8 } from '../../contract/text/encoding.ts'

/** Browsers look for the declaration in the whole head; more than this is read by none. */
const prescanBytes = 64 * 1024
const endOfHead = /<\/head|<body/i

const byteOrderMarks = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
] as const

interface Decoder {
  decode(bytes: Buffer): string
  end(): string
}

const streaming = (decoder: TextDecoder): Decoder => ({
  decode: (bytes) => decoder.decode(bytes, { stream: true }),
  end: () => decoder.decode(),
})

/** Where the last character of UTF-8 begins that isn't whole. */
function wholeLength(bytes: Buffer) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** UTF-8, if need be with its broken bytes; without its letters as browsers read a page that declares nothing. */
function utf8OrWindows(): Decoder {
  let pending = Buffer.alloc(0)
  let fallback: Decoder | undefined
  let hasLetters = false
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  function decode(bytes: Buffer, end: (bytes: Buffer) => number): string {
    if (fallback) return fallback.decode(bytes)
    const all = Buffer.concat([pending, bytes])
    const length = end(all)
    try {
      const text = utf8.decode(all.subarray(0, length))
      pending = all.subarray(length)
      hasLetters ||= /\P{ASCII}/u.test(text)
      return text
    } catch {
      fallback = streaming(new TextDecoder(hasLetters || isUtf8(all) ? 'utf-8' : 'windows-1252'))
      return fallback.decode(all)
    }
  }
  return {
    decode: (bytes) => decode(bytes, wholeLength),
    end: () => decode(Buffer.alloc(0), (all) => all.length),
  }
}

/** Many pages are declared as UTF-8 by their server, and aren't. */
function decoderOf(label: string | undefined) {
  if (!label) return undefined
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === 'utf-8' ? utf8OrWindows() : streaming(decoder)
  } catch {
    return undefined
  }
}

function charsetInPage(start: string) {
  const mark = byteOrderMarks.find(([, bytes]) => start.startsWith(bytes))
  if (mark) return mark[0]
  const [, charset] =
    /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(start) ??
    /^\s*<\?xml[^>]{1,100}encoding\s*=\s*["']([\w-]{1,40})/i.exec(start) ??
    []
  // a page whose declaration was readable as ASCII isn't UTF-16
  return charset?.toLowerCase().startsWith('utf-16') ? 'utf-8' : charset
}

/** Decodes the bytes of a page as they arrive, by the charset of its header, else of the page itself, else UTF-8. */
export function pageDecoder(contentType: string): Decoder {
  let decoder = decoderOf(/charset\s*=\s*["']?([\w-]{1,40})/i.exec(contentType)?.[1])
  let buffered = Buffer.alloc(0)
  const begin = () => decoderOf(charsetInPage(buffered.toString('latin1'))) ?? utf8OrWindows()

  return {
    decode(bytes) {
      if (decoder) return decoder.decode(bytes)
      buffered = Buffer.concat([buffered, bytes])
      // the end of the head may be cut between two pieces
      const isWhole = endOfHead.test(buffered.subarray(-bytes.length - 8).toString('latin1'))
      if (buffered.length < prescanBytes && !isWhole) return ''
      decoder = begin()
      return decoder.decode(buffered)
    },
    end() {
      if (decoder) return decoder.end()
      decoder = begin()
      return decoder.decode(buffered) + decoder.end()
    },
  }
}
