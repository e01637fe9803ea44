/** The upper half of DOS's encoding for Western Europe, which no browser knows. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

export function decodeIbm850(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : ibm850[byte - 128])).join('')
}

/** Encodings of programs in Spain and America: Windows, Excel for Mac, and Excel's «CSV (MS-DOS)». The first one wins. */
const olderEncodings = ['windows-1252', 'macintosh', 'ibm850'] as const

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof olderEncodings)[number]

function decode(bytes: Uint8Array, encoding: TextEncoding) {
  if (encoding === 'ibm850') return decodeIbm850(bytes)
  // a character of UTF-8 that is cut at the end is left out
  return new TextDecoder(encoding).decode(bytes, { stream: encoding === 'utf-8' })
}

const sampleLength = 64 * 1024
/** Signs of Spanish and its neighbours: of the others there are few in a text that was decoded rightly. */
const usual = /[áéíóúüñçàèòïâêôãõÁÉÍÓÚÜÑÇÀÈÒ¿¡ªº«»“”‘’–—…€·°]/g
const unusual = /[^\n\r\t -~áéíóúüñçàèòïâêôãõÁÉÍÓÚÜÑÇÀÈÒ¿¡ªº«»“”‘’–—…€·°\u00a0]/g

const count = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0

/** True also with a few broken bytes, as where a text was cut: letters of an older encoding hardly ever look like UTF-8's. */
export function isUtf8(bytes: Uint8Array) {
  try {
    // a character may be cut at the end of a sample
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    const text = decode(bytes, 'utf-8')
    return count(text, /\P{ASCII}/gu) >= 2 * count(text, /\ufffd/g)
  }
}

/** By its byte order mark; without one UTF-8, or the older encoding in which it has the most Spanish letters. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const sample = bytes.subarray(0, sampleLength)
  const scores = olderEncodings.map((encoding) => {
    const text = decode(sample, encoding)
    return { encoding, score: count(text, usual) - 2 * count(text, unusual) }
  })
  const best = scores.reduce((best, other) => (other.score > best.score ? other : best))
  return best.encoding
}

/** The text of a file that a person made, without its byte order mark. */
export const decodeText = (bytes: Uint8Array) => decode(bytes, encodingOf(bytes))
