export const searchable = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export function matcherOf(query: string) {
  const words = searchable(query).split(/\s+/).filter(Boolean)
  return (text: string) => words.every((word) => text.includes(word))
}
