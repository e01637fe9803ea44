// 32 signs that are told apart when they are read out or copied by hand: no l and 1, no o and 0.
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password for somebody else to type once: 'k7mt-q9xz-4hdw-e2pv', 80 bits. */
export function suggestPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = Array.from(bytes, (byte) => signs[byte % signs.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}
