import { expect, it } from 'vitest'
import { showMentions } from '../../../contract/markdown/mentions.ts'
import { offeredPeople, typedMention, withMentioned, withTokens } from '../../../web/editor/mentions/use-mentions.ts'

const person = (name: string, digits: string) => ({ id: digits.repeat(16), name })
const ana = person('Ana', 'a1')
const anaMaria = person('Ana María', 'a2')
const inigo = person('Íñigo O’Neill', 'b1')
const brackets = person('Pía [la de Olmo]', 'c1')
const everybody = [ana, anaMaria, inigo, brackets]

it('the text of a field shows names only, and becomes the same text again', () => {
  for (const text of [
    `Hola @[Ana](${ana.id}), ¿y @[Ana María](${anaMaria.id})?`,
    `@[Íñigo O’Neill](${inigo.id})\n\n> @[Ana](${ana.id}): sí`,
    'ana@faro.example no es nadie, ni @Ana',
  ]) {
    const shown = showMentions(text)
    expect(shown).not.toMatch(/[0-9a-f]{32}|\]/)
    expect(withTokens(shown, withMentioned([], text))).toBe(text)
  }
})

it('the text of a field names whom it shows: the whole name, without brackets, not the beginning of another one', () => {
  expect(withTokens('@Ana María y @Ana y @Anabel y correo@Ana', [ana, anaMaria])).toBe(
    `@[Ana María](${anaMaria.id}) y @[Ana](${ana.id}) y @Anabel y correo@Ana`,
  )
  expect(withTokens('@Pía (la de Olmo).', [brackets])).toBe(`@[Pía (la de Olmo)](${brackets.id}).`)
})

it('what is typed after an @ ends at the caret, and begins a word', () => {
  expect(typedMention('Hola @íñ', 8)).toEqual({ from: 5, typed: 'íñ' })
  expect(typedMention('@', 1)).toEqual({ from: 0, typed: '' })
  expect(typedMention('(@ana ma', 8)).toEqual({ from: 1, typed: 'ana ma' })
  expect(typedMention('ana@faro', 8)).toBeUndefined()
  expect(typedMention('@ana\nhola', 9)).toBeUndefined()
  expect(typedMention('Hola @ ana', 10)).toBeUndefined()
})

it('what is typed after an @ offers people whose names have words that begin with it, without accents and in any case', () => {
  const offered = (typed: string) => offeredPeople(everybody, typed).map(({ name }) => name)
  expect(offered('INI')).toEqual(['Íñigo O’Neill'])
  expect(offered('neill')).toEqual(['Íñigo O’Neill'])
  expect(offered('ana m')).toEqual(['Ana María'])
  expect(offered('María')).toEqual(['Ana María'])
  expect(offered('na')).toEqual([])
  expect(offered('')).toHaveLength(4)
})
