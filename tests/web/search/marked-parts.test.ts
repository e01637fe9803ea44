import { expect, test } from 'vitest'
import { markedParts } from '../../../web/search/marked-parts.ts'

const shown = (text: string, marks: number[][]) =>
  markedParts(text, marks).map(({ text, isMarked }) => (isMarked ? `<${text}>` : text))

test('marks are cut out by UTF-16 units, also beside signs of two of them', () => {
  expect(shown('🦉 el faro', [[6, 10]])).toEqual(['🦉 el ', '<faro>'])
  expect(
    shown('faro y faro', [
      [0, 4],
      [7, 11],
    ]),
  ).toEqual(['<faro>', ' y ', '<faro>'])
  expect(shown('sin nada', [])).toEqual(['sin nada'])
  expect(shown('', [])).toEqual([])
})

test('marks that overlap or are outside of the text lose nothing of it and repeat nothing', () => {
  for (const marks of [
    [
      [2, 5],
      [3, 7],
    ],
    [[5, 99]],
    [[99, 100]],
    [[4, 2]],
    [[-3, 2]],
    [[]],
  ])
    expect(
      markedParts('el faro', marks)
        .map(({ text }) => text)
        .join(''),
    ).toBe('el faro')
})
