import { expect, test } from 'vitest'
import { commentExcerpt } from '../../../server/comments/excerpt.ts'

const id = 'a1'.repeat(16)

test('a comment becomes one line as it is read', () => {
  expect(commentExcerpt('## ¿Quién\n\n- trae **el pan** de la *tahona*?\n> Yo')).toBe(
    '¿Quién trae el pan de la tahona? Yo',
  )
  expect(commentExcerpt('[ver](https://faro.example) ![un faro](https://faro.example/a.png) `ls` ~~no~~')).toBe(
    'ver un faro ls no',
  )
  expect(commentExcerpt(`{{post:${id}|La crónica_2}} y @[Amparo](${id})`)).toBe('La crónica_2 y @Amparo')
  expect(commentExcerpt('2 * 3 * 4 y snake_case, C# y #Feria &amp; 10~12 o 15~20')).toBe(
    '2 * 3 * 4 y snake_case, C# y #Feria & 10~12 o 15~20',
  )
  expect(commentExcerpt('Nota[^1] | <b>negrilla</b>\n\n[^1]: Al pie')).toBe('Nota | negrilla')
})

test('of a mention that was cut nothing is left, at whatever place', () => {
  const whole = `Con @[Amparo](${id})`
  for (let length = 'Con @['.length; length < whole.length; length++)
    if (whole[length - 1] !== ']') expect(commentExcerpt(whole.slice(0, length))).toBe('Con')
  expect(commentExcerpt(whole)).toBe('Con @Amparo')
})
