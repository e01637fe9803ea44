import { expect, it } from 'vitest'
import { parseMessage } from '../../../contract/markdown/parse-message.ts'
import { toSpokenText } from '../../../web/chat/messages/spoken-text.ts'
import { texts } from '../../../web/chat/texts.ts'

const id = 'a1'.repeat(16)
const linksOf = (message: string) =>
  parseMessage(message).flatMap((piece) => (piece.kind === 'link' ? [[piece.text, piece.url]] : []))
const said = (message: string) =>
  parseMessage(message)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.kind} ${piece.target} ${piece.label}]`))
    .join('')

it('the segments of a message contain the text that Ana typed, with its line breaks', () => {
  const message = '  Hola,\n\n¿vienes a <b>las</b> **cinco**?\t`sí`  '
  expect(parseMessage(message)).toEqual([{ kind: 'text', text: message }])
})

it('a message contains links for addresses, without the punctuation around them', () => {
  expect(
    linksOf('Mira https://rae.es/faro. Y (http://museo.example/sala_(2)), «www.cervantes.es» o ana@faro.example!'),
  ).toEqual([
    ['https://rae.es/faro', 'https://rae.es/faro'],
    ['http://museo.example/sala_(2)', 'http://museo.example/sala_(2)'],
    ['www.cervantes.es', 'http://www.cervantes.es'],
    ['ana@faro.example', 'mailto:ana@faro.example'],
  ])
  const whole = 'irc://irc.example/faro ircs://irc.example xmpp:ana@faro.example HTTPS://FARO.EXAMPLE/Ñ?a=1&b=2#c'
  expect(linksOf(whole)).toEqual(whole.split(' ').map((address) => [address, address]))
})

it('a message contains no links for words joined by a full stop, forbidden schemes, nor control characters that hide an address', () => {
  for (const message of [
    'Vale.no creo. Casa.la mía.',
    'javascript:alert(1)',
    'javascript://faro.example/%0aalert(1)',
    'data:text/html,hola',
    'vbscript:hola',
    'file:///etc/passwd',
    'ftp://faro.example/a',
    '//faro.example/a',
    'awww.faro.example',
    'https://faro.example/\u202egpj.exe',
  ])
    expect([linksOf(message), said(message)], message).toEqual([[], message])
})

it('a message contains link tokens of files and posts, as in posts', () => {
  expect(
    parseMessage(`Aquí: {{file:${id}|el acta}}, {{POST:${id.toUpperCase()}|lo del faro}} y [la foto](file:${id}).`),
  ).toEqual([
    { kind: 'text', text: 'Aquí: ' },
    { kind: 'file', target: id, label: 'el acta' },
    { kind: 'text', text: ', ' },
    { kind: 'post', target: id, label: 'lo del faro' },
    { kind: 'text', text: ' y ' },
    { kind: 'file', target: id, label: 'la foto' },
    { kind: 'text', text: '.' },
  ])
  expect(said(`{{file:${id}|sin cerrar {{file:${id}|b}}`)).toBe(`{{file:${id}|sin cerrar [file ${id} b]`)
})

it.each(['http://a.es', 'www.', '{{file:', '[a](file:', 'a@a.', '((((', 'https://a.es/((', '//', '[[[', 'xmpp:a@'])(
  'a message is parsed in time if Bruno repeats "%s" many times',
  (part) => {
    const message = part.repeat(4000 / part.length)
    expect(said(message)).toBe(message)
  },
)

it('the text for screen readers names the type of a link token without a label', () => {
  expect(toSpokenText(`Mira {{file:${id}|}} y {{post:${id}|}}, o {{file:${id}|el acta}} en www.faro.example`)).toBe(
    'Mira archivo y post, o el acta en www.faro.example',
  )
})

it('the names of the people who are typing are joined as in spoken Spanish', () => {
  expect(texts.typing(['Ana'])).toBe('Ana está escribiendo…')
  expect(texts.typing(['Ana', 'Bruno'])).toBe('Ana y Bruno están escribiendo…')
  expect(texts.typing(['Ana', 'Irene'])).toBe('Ana e Irene están escribiendo…')
  expect(texts.typing(['Ana', 'Irene', 'Bruno'])).toBe('Varias personas están escribiendo…')
})
