const maxWords = 20
const maxWordLength = 60

/** A word of a text, as the search of the server splits texts, with soft hyphens and the like within it. */
export const wordPattern = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\u00ad\u200b\u200c\u2060\ufeff]+/gu

/** Marks of letters, but for the tilde of ñ, which is a letter; and what is invisible. */
const marks = /(?<![nN])\u0303|[^\P{M}\u0303]|\p{Cf}/gu

/** Equal for words that differ only in case and accents; ñ is a letter. */
export const wordKey = (word: string) => word.normalize('NFKD').replace(marks, '').toLowerCase()

/** The words of the address's parameter `resaltar`; too long ones, and those after the first twenty, are ignored. */
export function wordsIn(parameter: string | null): ReadonlySet<string> {
  const words = (parameter ?? '').slice(0, 2 * maxWords * maxWordLength).match(wordPattern) ?? []
  const keys = words.filter((word) => word.length <= maxWordLength).map(wordKey)
  return new Set([...new Set(keys)].slice(0, maxWords))
}
