import { expect, test } from 'vitest'
import { createNames, fileNameOf, slugOf } from '../../../server/export/names.ts'

test.each([
  ['Acta de mayo.pdf', 'Acta de mayo.pdf'],
  ['../../x', '___.._x'],
  ['..', '__'],
  ['.htaccess', '_htaccess'],
  ['C:\\Temp\\a.txt', 'C__Temp_a.txt'],
  ['a/b', 'a_b'],
  ['que?*<>|".txt', 'que______.txt'],
  ['CON', '_CON'],
  ['nul.tar.gz', '_nul.tar.gz'],
  ['Com1 .txt', '_Com1 .txt'],
  ['LPT².pdf', '_LPT².pdf'],
  ['consejo.txt', 'consejo.txt'],
  ['desktop.ini', '_desktop.ini'],
  ['fin. . ', 'fin'],
  ['a\u0000b\u202egpj.exe', 'a_b_gpj.exe'],
  ['', 'archivo'],
  ['   ', '___'],
])('a file named %j is %j in the folder', (given, name) => {
  expect(fileNameOf(given)).toBe(name)
})

test('a long name is cut to 120 bytes before its ending, never within a character', () => {
  for (const letter of ['a', 'ñ', '文', '🗼']) {
    const name = fileNameOf(`${letter.repeat(255)}.pdf`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120)
    expect(name).toMatch(/\.pdf$/)
    expect(name.isWellFormed()).toBe(true)
  }
  expect(Buffer.byteLength(fileNameOf(`a.${'b'.repeat(255)}`))).toBeLessThanOrEqual(120)
})

test('names that a file system takes for the same one are told apart', () => {
  const nameOf = createNames()
  const given = [
    'Foto.jpg',
    'foto.JPG',
    'Foto.jpg',
    'Foto (2).jpg',
    'a\u0301.txt',
    '\u00e1.TXT',
    'STRASSE',
    'Straße',
    'ﬁn',
    'FIN',
  ]
  const names = given.map(nameOf)
  expect(names.slice(0, 4)).toEqual(['Foto.jpg', 'foto (2).JPG', 'Foto (3).jpg', 'Foto (2) (2).jpg'])
  expect(new Set(names.map((name) => name.normalize('NFKC').toUpperCase())).size).toBe(given.length)
})

test('many long names that are the same stay within the length', () => {
  const nameOf = createNames()
  const names = Array.from({ length: 2000 }, () => nameOf(fileNameOf(`${'ñ'.repeat(200)}.jpg`)))
  expect(new Set(names).size).toBe(2000)
  expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(120)
})

test.each([
  ['¿Y por qué «Alejandría»?', 'y-por-que-alejandria'],
  ['../../x', 'x'],
  ['Ὅμηρος', 'sin-titulo'],
  ['a'.repeat(200), 'a'.repeat(60)],
])('the page of a post titled %j is named %j', (title, slug) => {
  expect(slugOf(title, 'sin-titulo')).toBe(slug)
})
