import { lengthOf } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { texts } from './texts.ts'

const kinds: [RegExp, characters: number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 30],
]
const fairBits = 45
const goodBits = 65

/** Bits of a password if its characters were chosen by chance, without repeated ones and runs such as 'abc' and '321'. */
function bitsOf(password: string) {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const free = codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1)
  const characters = kinds.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0)
  return Math.min(free.length, 2 * new Set(codes).size) * Math.log2(characters || 1)
}

/** The hint of a field for a new password, with its strength in words as soon as it is long enough. */
export function withStrength(hint: string, password: string) {
  if (lengthOf(password) < limits.password.min) return hint
  const bits = bitsOf(password)
  const strength = bits < fairBits ? texts.weak : bits < goodBits ? texts.fair : texts.good
  return `${hint} ${strength}`
}
