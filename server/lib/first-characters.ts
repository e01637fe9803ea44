const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** The first `length` code points, cut between graphemes: an emoji of a family is many code points. */
export function firstCharacters(text: string, length: number): string {
  const points = [...text.slice(0, 2 * length + 2)]
  if (points.length <= length) return text
  let first = ''
  let count = 0
  for (const { segment } of segmenter.segment(points.join(''))) {
    count += [...segment].length
    if (count > length) break
    first += segment
  }
  return first || points.slice(0, length).join('')
}

/** The same, with an ellipsis if the text is longer. */
export function beginningOf(text: string, length: number): string {
  const first = firstCharacters(text, length)
  return first.length < text.length ? `${first.trimEnd()}…` : text
}
