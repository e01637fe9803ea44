import { expect, test } from 'vitest'
import { slugOf } from '../../../server/site/everybody/site.ts'

test.each([
  ['¿Y por qué «Alejandría»?', 'y-por-que-alejandria'],
  ['../../x', 'x'],
  ['Ὅμηρος', 'sin-titulo'],
  ['a'.repeat(200), 'a'.repeat(60)],
])('the page of a post titled %j is named %j', (title, slug) => {
  expect(slugOf(title, 'sin-titulo')).toBe(slug)
})
