import { describe, expect, test } from 'vitest'
import { parseMessage } from '../../../../contract/markdown/parse-message.ts'
import {
  namedWithoutFile,
  namesIn,
  omittedFile,
  readableContact,
  readableText,
  splitMessage,
  withFile,
} from '../../../../server/imports/whatsapp/readable.ts'

const id = '0190a1b2c3d4e5f60718293a4b5c6d7e'
const nobody = () => undefined
const read = (text: string) => readableText(text, nobody)

test('a poll is a list of its answers', () => {
  const poll = '\u200eENCUESTA:\n¿Cuándo?\n\u200eOPCIÓN: El lunes (3 votos)\n\u200eOPCIÓN: El martes (1 voto)'
  expect(read(poll)).toBe('Encuesta: ¿Cuándo?\n- El lunes (3 votos)\n- El martes (1 voto)')
  expect(read('POLL:\nWhen?\nOPTION: Monday (2 votes)')).toBe('Encuesta: When?\n- Monday (2 votos)')
  expect(read('Poll: who comes?')).toBe('Poll: who comes?')
})

test('a place has its name and its address', () => {
  const address = 'https://maps.google.com/?q=40.4,-3.7'
  expect(read(`ubicación: ${address}`)).toBe(`Ubicación: ${address}`)
  expect(read(`Location: ${address}`)).toBe(`Ubicación: ${address}`)
  expect(read(`Ubicación: Teatro Real (Madrid): ${address}`)).toBe(`Ubicación «Teatro Real (Madrid)»: ${address}`)
})

test('people are named as they are here, others by their name in the export', () => {
  const text = 'Gracias @\u2068Ana María\u2069 y @34600111222, y @\u2068~ Carla\u2069'
  expect(namesIn(text)).toEqual(['Ana María', '+34600111222', '~Carla'])
  const mention = (name: string) => (name === 'Ana María' ? `@[Ana](${id})` : undefined)
  expect(readableText(text, mention)).toBe(`Gracias @[Ana](${id}) y @34600111222, y @~Carla`)
})

test.each([
  `{{file:${id}|foto}}`,
  `{{{post:${id}|post}}`,
  `[foto](file:${id})`,
  `![foto](FILE:${id})`,
  `@[Bruno](${id})`,
  `{{FILE:a|b}}`,
  `{{\0file:${id}|foto}}`,
  `@\u2068[Bruno](${id})\u2069`,
  `@[Bruno]\u2068(${id})`,
])('%s that somebody typed becomes no token', (text) => {
  expect(parseMessage(read(text)).map(({ kind }) => kind)).toEqual(['text'])
})

test('no name of a file or a contact becomes a token either', () => {
  const contact = readableContact(`BEGIN:VCARD\nFN:{{file:${id}|foto}}\nEND:VCARD`) ?? ''
  for (const text of [contact, namedWithoutFile(`{{file:${id}|foto}}.pdf`)])
    expect(parseMessage(text).map(({ kind }) => kind)).toEqual(['text'])
})

test('a text that can’t be stored is mended', () => {
  expect(read('a\0b \ud800c')).toBe('ab \ufffdc')
  expect(read(`e${'\u0301'.repeat(100)}`).normalize('NFD')).toHaveLength(31)
  expect(read('  *negrita*, _cursiva_ y ~tachado~ \n')).toBe('*negrita*, _cursiva_ y ~tachado~')
})

describe('a contact', () => {
  test('has names and telephones', () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Peña;Luisa;;;',
      'FN:Luisa Peña',
      'item1.TEL;waid=34600111222:+34 600 11 12 22',
      'item1.X-ABLabel:Móvil',
      'TEL;type=CELL:+34 600 11',
      '  12 22',
      'END:VCARD',
    ].join('\r\n')
    expect(readableContact(card)).toBe('Contacto: Luisa Peña, +34 600 11 12 22')
  })

  test('is read as old telephones write it', () => {
    const card =
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Pe=C3=B1a;Luisa\nTEL;CELL:600111222\nEND:VCARD'
    expect(readableContact(card)).toBe('Contacto: Peña Luisa, 600111222')
  })

  test('of several people is a line for each, and nothing without any', () => {
    expect(readableContact('BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD')).toBe(
      'Contacto: A\nContacto: B',
    )
    expect(readableContact('hola')).toBeUndefined()
  })
})

test.each([
  [namedWithoutFile('IMG-1.jpg'), '(foto que no estaba en la copia)'],
  [namedWithoutFile('00000012-Acta.pdf'), '(documento «Acta.pdf» que no estaba en la copia)'],
  [namedWithoutFile('PTT-1.opus'), '(audio que no estaba en la copia)'],
  [omittedFile('Multimedia omitido'), '(foto, vídeo o audio que no estaba en la copia)'],
  [omittedFile('video omitted'), '(vídeo que no estaba en la copia)'],
  [omittedFile('nota de voz omitida'), '(audio que no estaba en la copia)'],
])('a missing file is said: %s', (words, expected) => {
  expect(words).toBe(expected)
  expect(withFile(`${words}\nMira`, 'ARCHIVO')).toBe('ARCHIVO\nMira')
})

test('a text that only has brackets has no missing file', () => {
  expect(withFile('(la foto) Mira', 'ARCHIVO')).toBeUndefined()
})

describe('a text over the length of a message', () => {
  test('breaks at paragraphs, else at lines, sentences and words', () => {
    expect(splitMessage('uno dos\n\ntres', 10)).toEqual(['uno dos', 'tres'])
    expect(splitMessage('uno dos\ntres cuatro', 10)).toEqual(['uno dos', 'tres', 'cuatro'])
    expect(splitMessage('Uno dos. Tres', 10)).toEqual(['Uno dos.', 'Tres'])
    expect(splitMessage('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
    expect(splitMessage('corto', 10)).toEqual(['corto'])
  })

  test('counts characters, and breaks none', () => {
    expect(splitMessage('🌻'.repeat(10), 10)).toEqual(['🌻'.repeat(10)])
    expect(splitMessage('🌻'.repeat(11), 10)).toEqual(['🌻'.repeat(10), '🌻'])
  })

  test('leaves a mention whole', () => {
    const mention = `@[Ana María de los Ángeles](${id})`
    const parts = splitMessage(`${'palabra '.repeat(5)}${mention} adiós`, 70)
    expect(parts.some((part) => part.includes(mention))).toBe(true)
  })

  test('loses nothing', () => {
    const text = Array.from({ length: 3000 }, (_, index) => `palabra${index}${index % 50 ? ' ' : '\n\n'}`).join('')
    const parts = splitMessage(text)
    expect(parts.every((part) => [...part].length <= 4000)).toBe(true)
    expect(parts.join(' ').split(/\s+/)).toEqual(text.trim().split(/\s+/))
  })
})
