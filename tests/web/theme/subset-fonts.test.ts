// The small fonts and the stylesheet that says when they are used.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { characters } from '../../../scripts/build/subset-fonts.ts'

test('the small fonts are used for exactly the characters that they have', () => {
  const faces = readFileSync('web/theme/fonts.css', 'utf8').split('@font-face')
  const ranges = faces
    .filter((face) => face.includes('.cache/fonts/'))
    .map((face) => /unicode-range:([^;]+);/.exec(face)?.[1] ?? '')
  expect(ranges).toHaveLength(3)
  for (const range of ranges) {
    const used = range.split(',').flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
    expect(used).toEqual(
      [...characters].map((character) => character.codePointAt(0)).toSorted((a, b) => Number(a) - Number(b)),
    )
  }
})
