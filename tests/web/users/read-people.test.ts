// Lists of people as they are pasted or exported by a spreadsheet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from '../../../contract/text/encoding.ts'
import { findMistakes } from '../../../web/users/invitations/list/mistakes.ts'
import { readPeople } from '../../../web/users/invitations/list/read-people.ts'

const person = (name: string, email: string, phone = '') => ({ name, email, phone })
const ana = person('Ana Pérez', 'ana@x.org', '600 111 222')
const bruno = person('Bruno Díaz', 'bruno@x.org')
const perez = person('Pérez, Ana', 'ana@x.org')

test.for([
  ['commas', 'Ana Pérez, ana@x.org, 600 111 222\nBruno Díaz, bruno@x.org'],
  ['semicolons, as in Spanish spreadsheets', 'Ana Pérez;ana@x.org;600 111 222\r\nBruno Díaz;bruno@x.org;\r\n'],
  ['tabs, as cells are copied', 'Ana Pérez\tana@x.org\t600 111 222\nBruno Díaz\tbruno@x.org\t'],
  ['quotes', '"Ana Pérez","ana@x.org","600 111 222"\n"Bruno Díaz","bruno@x.org",""'],
  [
    'blank lines and a byte order mark',
    '\ufeff\n  \nAna Pérez,ana@x.org,600 111 222\n\n ,, \nBruno Díaz,bruno@x.org\n\n',
  ],
  ['lines of old Macs', 'Ana Pérez,ana@x.org,600 111 222\rBruno Díaz,bruno@x.org'],
  ['another order', 'ana@x.org, Ana Pérez, 600 111 222\nbruno@x.org, Bruno Díaz'],
  ['titles', 'Nombre;Correo electrónico;Teléfono\nAna Pérez;ana@x.org;600 111 222\nBruno Díaz;bruno@x.org;'],
  [
    'titles in another order',
    'TELÉFONO,E-mail,Notas,Nombre\n600 111 222,ana@x.org,sí,Ana Pérez\n,bruno@x.org,,Bruno Díaz',
  ],
  ['surnames of their own', 'Nombre,Apellidos,Email,Móvil\nAna,Pérez,ana@x.org,600 111 222\nBruno,Díaz,bruno@x.org,'],
  ['addresses in angles', 'Ana Pérez <ana@x.org>, 600 111 222\n"Bruno Díaz" <bruno@x.org>'],
  ['the line of a mail', 'Ana Pérez <ana@x.org>; 600 111 222; Bruno Díaz <bruno@x.org>'],
  ['spaces alone', 'Ana Pérez ana@x.org 600 111 222\nBruno Díaz  bruno@x.org'],
  ['a separator in each line', 'Ana Pérez, ana@x.org, 600 111 222\nBruno Díaz; bruno@x.org'],
] as const)('a list with %s is read', ([, text]) => {
  expect(readPeople(text)).toEqual([ana, bruno])
})

test('a name with a comma stays one name, if it has quotes or another separator', () => {
  for (const text of ['"Pérez, Ana",ana@x.org', 'Pérez, Ana;ana@x.org', '"Pérez, Ana" <ana@x.org>'])
    expect(readPeople(text), text).toEqual([perez])
})

test('a quote that nobody closed takes only its own line, and one within quotes is one quote', () => {
  expect(readPeople('Ana "la alta, ana@x.org\n"Bruno Díaz, bruno@x.org\nDama, dama@x.org')).toMatchObject([
    { email: 'ana@x.org' },
    { email: 'bruno@x.org' },
    { name: 'Dama', email: 'dama@x.org' },
  ])
  expect(readPeople('"Ana ""la alta""",ana@x.org')).toEqual([person('Ana "la alta"', 'ana@x.org')])
})

test('a file with titles after typed lines is read by them', () => {
  const text = 'Dama, dama@x.org\nCorreo;Nombre;Notas\r\n"ana@x.org";"Pérez, Ana";"dos\nlíneas"\r\nbruno@x.org;Bruno;'
  expect(readPeople(text)).toEqual([person('Dama', 'dama@x.org'), perez, person('Bruno', 'bruno@x.org')])
})

test('half lines stay in the list', () => {
  const half = [person('Ana', ''), person('', 'bruno@x.org'), person('Dama', 'dama.x.org', '600')]
  expect(readPeople('Ana\nbruno@x.org\nDama, dama.x.org, 600')).toEqual(half)
  expect(readPeople(' \n\n')).toEqual([])
  expect(readPeople('nombre,correo')).toEqual([])
})

test('files of spreadsheets are read in each of their encodings, also with a broken letter', () => {
  const bytes = (...codes: number[]) => decodeText(new Uint8Array(codes))
  expect(bytes(0xc3, 0xb1)).toBe('ñ')
  expect(bytes(0xf1, 0x61)).toBe('ña')
  expect(bytes(0xff, 0xfe, 0xf1, 0)).toBe('ñ')
  const cut = new TextEncoder().encode('Núñez, ni\0, año').map((byte) => byte || 0xc3)
  expect(decodeText(cut)).toBe('Núñez, ni\ufffd, año')
  // É» are two bytes that could be one letter of UTF-8
  expect(decodeText(Buffer.from('«CAFÉ» de Núñez', 'latin1'))).toBe('«CAFÉ» de Núñez')
})

const readFile = (name: string) =>
  readPeople(decodeText(readFileSync(join(import.meta.dirname, '../../fixtures/field', name))))
const jose = person('José Núñez Peña', 'jose@correo.example', '600111222')
const ofExcel = [
  { ...jose, phone: '600 111 222' },
  person('María Ibáñez', 'maria@correo.example', '+34 600 333 444'),
  person('Iñaki Agüero', 'inaki@correo.example'),
]

test.for([
  ['apellidos-y-nombre.csv', [jose, person('María Ibáñez', 'maria@correo.example', '600333444')]],
  ['usuario-y-nombre.csv', [{ ...jose, name: 'José Núñez', phone: '' }]],
  ['google-contacts.csv', [{ ...jose, phone: '+34 600 111 222' }, person('María Ibáñez', 'maria@correo.example')]],
  [
    'correo-con-nombre.csv',
    [
      person('José', jose.email),
      person('Ana', 'ana@correo.example'),
      person('Eva', 'eva@correo.example'),
      person('Luis', 'luis@correo.example, luis2@correo.example'),
    ],
  ],
  ['excel-mac-roman.csv', ofExcel],
  ['excel-msdos-cp850.csv', ofExcel],
] as const)('the columns and letters of %s are those of its people', ([name, people]) => {
  expect(readFile(name)).toEqual(people)
})

test('a number that is no telephone stays in sight: the name has a mistake', () => {
  const people = readPeople('12;Núñez Peña, José;jose@correo.example;600111222')
  expect(people).toEqual([{ ...jose, name: '12 Núñez Peña, José' }])
  expect(findMistakes(people)).toEqual([{ name: 'Hay un número en el nombre: ¿es de otra columna?' }])
  expect(
    findMistakes(readPeople('Outlook,o@x.org\nFirst Name,Mobile Phone,E-mail Address\nAna,600 111 222,ana@x.org')),
  ).toEqual([{}, {}])
})

test('mistakes that the browser knows are those of their person', () => {
  const people = readPeople('Ana,ana@x.org\nána,ANA@x.org\nBruno,bruno.x.org\nDama')
  expect(findMistakes(people)).toEqual([
    {},
    { name: 'Ese nombre ya está antes en la lista.', email: 'Ese correo ya está antes en la lista.' },
    { email: 'El correo no es una dirección válida' },
    { email: 'El correo es requerido' },
  ])
})
