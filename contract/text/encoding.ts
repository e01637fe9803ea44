/** The upper half of DOS's encoding for Western Europe, which no browser knows. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

export function decodeIbm850(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : ibm850[byte - 128])).join('')
}

const decoders = {
  // a character that is cut at the end is left out
  'utf-8': (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes, { stream: true }),
  'utf-16le': (bytes: Uint8Array) => new TextDecoder('utf-16le').decode(bytes),
  'utf-16be': (bytes: Uint8Array) => new TextDecoder('utf-16be').decode(bytes),
  'windows-1252': (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes),
  macintosh: (bytes: Uint8Array) => new TextDecoder('macintosh').decode(bytes),
  ibm850: decodeIbm850,
}

type TextEncoding = keyof typeof decoders

/** Encodings of programs in Spain and America: Windows, Excel for Mac, and Excel's «CSV (MS-DOS)». The first one wins. */
const olderEncodings = ['windows-1252', 'macintosh', 'ibm850'] as const

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
    const text = decoders['utf-8'](bytes)
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
    const text = decoders[encoding](sample)
    return { encoding, score: count(text, usual) - 2 * count(text, unusual) }
  })
  const best = scores.reduce((best, other) => (other.score > best.score ? other : best))
  return best.encoding
}

/** The text of a file that a person made, without its byte order mark. */
export const decodeText = (bytes: Uint8Array) => decoders[encodingOf(bytes)](bytes)
