import { expect, test } from 'vitest'
import { withStrength } from '../../../web/auth/password/strength.ts'

const weak = 'Fuerza: débil. Es más difícil de adivinar una frase de varias palabras.'
const fair = 'Fuerza: pasable.'
const good = 'Fuerza: buena.'

test.each([
  ['', ''],
  ['corta', ''],
  ['🦉🦉🦉🦉🦉', ''],
  ['kq7m2x', weak],
  ['aaaaaaaaaaaaaaaaaaaa', weak],
  ['12345678901234567890', weak],
  ['abcdefghijkl', weak],
  ['abababababababab', weak],
  ['pergamos', weak],
  ['papiro2026', fair],
  ['kq7m-2x9w', fair],
  ['un papiro nuevo', good],
  ['k7mt-q9xz-4hdw-e2pv', good],
])('the strength of %j in words', (password, said) => {
  expect(withStrength('Al menos 8 caracteres.', password)).toBe(`Al menos 8 caracteres.${said && ` ${said}`}`)
})
