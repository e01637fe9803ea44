/** FNV-1a, 32 bits: stable, so that a name gets the same avatar everywhere. */
export function hash(text: string) {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i)
    value = Math.imul(value, 0x01000193)
  }
  value ^= value >>> 15 // FNV's low bits alone repeat on short ids
  return value >>> 0
}

export function hueOf(text: string) {
  return `var(--hue-${(hash(text) % 8) + 1})`
}
