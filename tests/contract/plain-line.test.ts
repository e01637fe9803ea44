import { expect, test } from 'vitest'
import { plainLine } from '../../contract/markdown/plain-line.ts'

const id = 'a1'.repeat(16)

test('a text becomes one line without signs', () => {
  expect(plainLine('## ¿Quién\n\n- trae **el pan** de la *tahona*?\n> Yo')).toBe('¿Quién trae el pan de la tahona? Yo')
  expect(plainLine('[ver](https://faro.example) ![un faro](https://faro.example/a.png) `ls` ~~no~~')).toBe(
    'ver un faro ls no',
  )
  expect(plainLine(`{{post:${id}|La crónica}} y @[Amparo](${id})`)).toBe('La crónica y @Amparo')
  expect(plainLine('2 * 3 * 4 y snake_case')).toBe('2 * 3 * 4 y snake_case')
})

test('of a mention that was cut nothing is left, at whatever place', () => {
  const whole = `Con @[Amparo](${id})`
  for (let length = 'Con @['.length; length < whole.length; length++)
    if (whole[length - 1] !== ']') expect(plainLine(whole.slice(0, length))).toBe('Con')
  expect(plainLine(whole)).toBe('Con @Amparo')
})
