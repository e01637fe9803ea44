import { expect, test } from 'vitest'
import { createUniquePaths, toFileName } from '../../../server/lib/file-names.ts'

test.each([
  ['Foto del faro.jpg', 'Foto del faro.jpg'],
  ['Año nuevo, ¿café?.txt', 'Año nuevo, ¿café-.txt'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['..\\..\\x', '-..-x'],
  ['C:\\notas.txt', 'C--notas.txt'],
  ['..', 'archivo'],
  ['.', 'archivo'],
  ['', 'archivo'],
  ['   ', 'archivo'],
  ['/', 'archivo'],
  ['///', 'archivo'],
  ['.htaccess', 'htaccess'],
  ['final. . ', 'final'],
  ['uno\u0000dos\r\ntres', 'unodos tres'],
  ['factura\u202egpj.exe', 'facturagpj.exe'],
  ['medio\ud83d', 'medio'],
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['com1.tar.gz', 'com1_.tar.gz'],
  ['LPT¹', 'LPT¹_'],
  ['aux .txt', 'aux_.txt'],
  ['consola.txt', 'consola.txt'],
  ['.con', 'con_'],
  ['desktop.ini', 'desktop_.ini'],
  ['Autorun.inf', 'Autorun_.inf'],
  ['nin\u0303o.txt', 'niño.txt'],
])('the name %j is saved as %j', (given, name) => {
  expect(toFileName(given, 'archivo')).toBe(name)
})

test('a long name is cut between letters, keeps its extension and stays a name', () => {
  const name = toFileName(`${'👩‍👩‍👧 ñandú '.repeat(100)}.jpeg`, 'archivo')
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
  expect(name).toMatch(/^(👩‍?👩‍?👧 ñandú )+.*[^ .]\.jpeg$/u)
  expect(toFileName(`${'a'.repeat(199)}. . .`, 'archivo')).toBe('a'.repeat(199))
})

test('equal names are told apart, whatever file system compares them', () => {
  const unique = createUniquePaths()
  const names = [
    ...['foto.jpg', 'foto.jpg', 'FOTO.JPG', 'foto (2).jpg', 'otra/foto.jpg'],
    ...['ﬁn.txt', 'fin.txt', 'Niño', 'NIÑO'],
  ]
  expect(names.map(unique)).toEqual([
    ...['foto.jpg', 'foto (2).jpg', 'FOTO (3).JPG', 'foto (2) (2).jpg', 'otra/foto.jpg'],
    ...['ﬁn.txt', 'fin (2).txt', 'Niño', 'NIÑO (2)'],
  ])
})

test('twenty thousand equal names take no longer than different ones', () => {
  const unique = createUniquePaths()
  const paths = new Set(Array.from({ length: 20_000 }, () => unique('archivos/foto.jpg')))
  expect(paths.size).toBe(20_000)
  expect(paths).toContain('archivos/foto (20000).jpg')
})
