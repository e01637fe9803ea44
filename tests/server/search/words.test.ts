// Texts as they are stored for searching.
import { afterEach, expect, test, vi } from 'vitest'
import { searchText } from '../../../server/search/words.ts'

afterEach(() => vi.restoreAllMocks())

test('of a hundred thousand signs that become eighteen letters each, not much more than what is stored is worked out', () => {
  let worked = 0
  const normalize = String.prototype.normalize
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    const text = normalize.call(this, form as 'NFKD')
    worked += text.length
    return text
  })
  const stored = searchText(`${'ﷺ'.repeat(100_000)} final`)
  expect(stored.length).toBeGreaterThan(200_000)
  expect(stored.length).toBeLessThanOrEqual(250_000)
  expect(worked).toBeLessThan(400_000)
})

test('the longest ordinary texts are stored to their last word, in any script', () => {
  for (const word of ['ñandú', 'Ἀλεξάνδρεια', '한국어', '𝔄lejandría', 'e\u0301\u0323', '図書館', '🦉', 'ﬁn'])
    expect(searchText(`${`${word} `.repeat(10_000)}últimas palabras`)).toMatch(/ultimas palabras$/)
  expect(searchText(`${'𝔄'.repeat(99_000)} final`)).toMatch(/ final$/)
})

test('a word is stored alike wherever it stands in a long text', () => {
  for (const word of ['é', 'e\u0301\u0323', '𝔄', '각', 'ñandú'])
    for (let before = 0; before < 4; before++) {
      const words = searchText(`${'x'.repeat(before)} ${`${word} `.repeat(15_000)}`).split(' ')
      expect([...new Set(words)].filter((stored) => !/^x+$/.test(stored))).toEqual([searchText(word)])
    }
})
