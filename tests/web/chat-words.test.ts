import { describe, expect, it } from 'vitest'
import { texts } from '../../web/chat/texts.ts'
import { piecesOf, spoken } from '../../web/chat/words.ts'

const id = 'a1'.repeat(16)
const linksOf = (message: string) =>
  piecesOf(message).flatMap((piece) => (piece.kind === 'link' ? [[piece.text, piece.url]] : []))
const said = (message: string) =>
  piecesOf(message)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.kind} ${piece.target} ${piece.label}]`))
    .join('')

describe('the words of a message', () => {
  it('are what Ana typed, line ends and all', () => {
    const message = '  Hola,\n\n¿vienes a <b>las</b> **cinco**?\t`sí`  '
    expect(piecesOf(message)).toEqual([{ kind: 'words', text: message }])
  })

  it('have links where there are addresses, without the signs around them', () => {
    expect(
      linksOf('Mira https://rae.es/faro. Y (http://museo.example/sala_(2)), «www.cervantes.es» o ana@faro.example!'),
    ).toEqual([
      ['https://rae.es/faro', 'https://rae.es/faro'],
      ['http://museo.example/sala_(2)', 'http://museo.example/sala_(2)'],
      ['www.cervantes.es', 'http://www.cervantes.es'],
      ['ana@faro.example', 'mailto:ana@faro.example'],
    ])
    expect(
      linksOf('irc://irc.example/faro ircs://irc.example xmpp:ana@faro.example HTTPS://FARO.EXAMPLE/Ñ?a=1&b=2#c'),
    ).toEqual([
      ['irc://irc.example/faro', 'irc://irc.example/faro'],
      ['ircs://irc.example', 'ircs://irc.example'],
      ['xmpp:ana@faro.example', 'xmpp:ana@faro.example'],
      ['HTTPS://FARO.EXAMPLE/Ñ?a=1&b=2#c', 'HTTPS://FARO.EXAMPLE/Ñ?a=1&b=2#c'],
    ])
  })

  it('have none where a full stop lacks its space, nor for what could run or go elsewhere', () => {
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
    ])
      expect(linksOf(message), message).toEqual([])
  })

  it('are no link when signs in them would show another address', () => {
    expect(linksOf('https://faro.example/\u202egpj.exe')).toEqual([])
    expect(said('https://faro.example/\u202egpj.exe')).toBe('https://faro.example/\u202egpj.exe')
  })

  it('have tokens of files and posts, as in posts', () => {
    expect(
      piecesOf(`Aquí: {{file:${id}|el acta}}, {{POST:${id.toUpperCase()}|lo del faro}} y [la foto](file:${id}).`),
    ).toEqual([
      { kind: 'words', text: 'Aquí: ' },
      { kind: 'file', target: id, label: 'el acta' },
      { kind: 'words', text: ', ' },
      { kind: 'post', target: id, label: 'lo del faro' },
      { kind: 'words', text: ' y ' },
      { kind: 'file', target: id, label: 'la foto' },
      { kind: 'words', text: '.' },
    ])
    expect(said(`{{file:${id}|sin cerrar {{file:${id}|b}}`)).toBe(`{{file:${id}|sin cerrar [file ${id} b]`)
  })

  it.each(['http://a.es', 'www.', '{{file:', '[a](file:', 'a@a.', '((((', 'https://a.es/((', '//', '[[[', 'xmpp:a@'])(
    'come to an end when Bruno writes "%s" without one',
    (part) => {
      const message = part.repeat(4000 / part.length)
      expect(said(message)).toBe(message)
    },
  )
})

describe('what is read aloud', () => {
  it('says of a link without words what it is', () => {
    expect(spoken(`Mira {{file:${id}|}} y {{post:${id}|}}, o {{file:${id}|el acta}} en www.faro.example`)).toBe(
      'Mira archivo y post, o el acta en www.faro.example',
    )
  })

  it('joins the names of those who write as one says them', () => {
    expect(texts.typing(['Ana'])).toBe('Ana está escribiendo…')
    expect(texts.typing(['Ana', 'Bruno'])).toBe('Ana y Bruno están escribiendo…')
    expect(texts.typing(['Ana', 'Irene'])).toBe('Ana e Irene están escribiendo…')
    expect(texts.typing(['Ana', 'Irene', 'Bruno'])).toBe('Varias personas están escribiendo…')
  })
})
