import { describe, expect, test } from 'vitest'
import { readMessage } from '../../../../server/imports/whatsapp/messages.ts'

const lrm = '\u200e'
const contentOf = (said: string) => readMessage(`Ana: ${said}`)?.content

describe('a line of WhatsApp itself', () => {
  test.each([
    'Los mensajes y las llamadas están cifrados de extremo a extremo. Solo las personas en este chat pueden leerlos.',
    'Messages and calls are end-to-end encrypted. No one outside of this chat can read them.',
    'Bruno creó el grupo "Coro: los jueves"',
    'Creaste este grupo',
    'Bruno te añadió',
    'Bruno añadió a +34 600 11 12 22',
    'Ana salió del grupo',
    'Ana salió',
    'Te uniste mediante el enlace de invitación de este grupo.',
    'Carla se unió usando el enlace de invitación de este grupo',
    'Bruno cambió el asunto de "Coro" a "Coro: jueves"',
    'Bruno cambió la foto del grupo',
    'Bruno changed the subject to “Choir: Thursdays”',
    "Bruno changed this group's icon",
    'Bruno added Ana',
    'Bruno left',
    'Bruno removed +34 600 11 12 22',
    'Bruno fijó un mensaje',
    'Ahora eres admin. del grupo',
    'Bruno activó los mensajes temporales. Los mensajes nuevos desaparecerán: 7 días',
    'Tu código de seguridad con Ana cambió. Toca para obtener más información.',
  ])('%s', (line) => {
    expect(readMessage(line)).toBeUndefined()
  })

  test.each([
    `Coro: ${lrm}Bruno te añadió`,
    `Bruno: ${lrm}Bruno creó el grupo “Coro”`,
    `Bruno: ${lrm}Bruno changed this group's icon`,
    `Coro: ${lrm}Unas palabras que nadie conoce`,
    `Ana: ${lrm}Llamada perdida`,
    `Ana: ${lrm}Missed voice call`,
  ])('is known on an iPhone behind a name: %s', (line) => {
    expect(readMessage(line, 'Coro')).toBeUndefined()
  })

  test('is nobody whose name sounds like one', () => {
    expect(readMessage('Peter Left: hola')).toEqual({ writer: 'Peter Left', content: { kind: 'text', text: 'hola' } })
  })

  test.each([
    [`${lrm}<adjunto: 00000005-PHOTO.jpg>`, 'file'],
    [`${lrm}imagen omitida`, 'omitted'],
    [`${lrm}Se eliminó este mensaje.`, 'deleted'],
    [`${lrm}ENCUESTA:\n¿Sí?\n${lrm}OPCIÓN: Sí (1 voto)`, 'text'],
    [`${lrm}Ubicación: https://maps.google.com/?q=40,-3`, 'text'],
  ])('is none of the person with whom the chat is: %j', (said, kind) => {
    expect(readMessage(`Ana: ${said}`, 'Ana')?.content.kind).toBe(kind)
  })

  test('is nothing that somebody typed', () => {
    expect(contentOf('Bruno salió del grupo')).toEqual({ kind: 'text', text: 'Bruno salió del grupo' })
    expect(contentOf('left')).toEqual({ kind: 'text', text: 'left' })
  })
})

test.each([
  ['Ana: hola', 'Ana', 'hola'],
  ['Ana María 🌻: hola: adiós', 'Ana María 🌻', 'hola: adiós'],
  ['\u202a+34\u00a0600\u00a011\u00a012\u00a022\u202c: hola', '+34 600 11 12 22', 'hola'],
  ['~\u202fAna: hola', '~Ana', 'hola'],
  ['A\0n\u200ba: hola', 'Ana', 'hola'],
  [`${lrm}Ana: hola`, 'Ana', 'hola'],
  ['Ana:\nhola\n\nadiós', 'Ana', 'hola\n\nadiós'],
  ['Ana: nos vemos <Se editó este mensaje.>', 'Ana', 'nos vemos'],
  [`Ana: nos vemos ${lrm}<This message was edited>`, 'Ana', 'nos vemos'],
])('%j is somebody’s message', (line, writer, text) => {
  expect(readMessage(line)).toEqual({ writer, content: { kind: 'text', text } })
})

describe('a file', () => {
  test.each([
    // Android
    ['IMG-20240512-WA0001.jpg (archivo adjunto)', 'IMG-20240512-WA0001.jpg', ''],
    ['IMG-20240512-WA0001.jpg (archivo adjunto)\nMira\nesto', 'IMG-20240512-WA0001.jpg', 'Mira\nesto'],
    [`${lrm}PTT-20240512-WA0003.opus (file attached)`, 'PTT-20240512-WA0003.opus', ''],
    ['Acta de mayo (2).pdf (archivo adjunto)', 'Acta de mayo (2).pdf', ''],
    ['2015-08-04-PHOTO-00004762.jpg <attached>', '2015-08-04-PHOTO-00004762.jpg', ''],
    // iPhone
    [`${lrm}<adjunto: 00000042-PHOTO-2020-06-07-15-13-20.jpg>`, '00000042-PHOTO-2020-06-07-15-13-20.jpg', ''],
    ['< attached: 00000042-PHOTO-2020-06-07-15-13-20.jpg >', '00000042-PHOTO-2020-06-07-15-13-20.jpg', ''],
    [`Mira esto ${lrm}<adjunto: 00000005-PHOTO.jpg>`, '00000005-PHOTO.jpg', 'Mira esto'],
    [`${lrm}<attached: 00000005-PHOTO.jpg>\nMira esto`, '00000005-PHOTO.jpg', 'Mira esto'],
    [`Acta.pdf • ${lrm}3 páginas ${lrm}<adjunto: 00000012-Acta.pdf>`, '00000012-Acta.pdf', ''],
    [`${lrm}<adjunto: 00000005-PHOTO.jpg> ${lrm}<Se editó este mensaje.>`, '00000005-PHOTO.jpg', ''],
  ])('%j', (said, name, caption) => {
    expect(contentOf(said)).toEqual({ kind: 'file', name, caption })
  })
})

describe('a file that the export left out', () => {
  test.each([
    ['<Multimedia omitido>', 'Multimedia omitido', ''],
    ['<Media omitted>\nMira', 'Media omitted', 'Mira'],
    [`${lrm}imagen omitida`, 'imagen omitida', ''],
    [`Mira ${lrm}imagen omitida`, 'imagen omitida', 'Mira'],
    [`${lrm}sticker omitted`, 'sticker omitted', ''],
    [`${lrm}GIF omitido`, 'GIF omitido', ''],
    [`Acta.pdf • ${lrm}3 páginas ${lrm}documento omitido`, 'documento', ''],
    ['null', 'once', ''],
    [
      `${lrm}Recibiste un mensaje de visualización única. Para mayor privacidad, solo puedes abrirlo en tu teléfono.`,
      'once',
      '',
    ],
  ])('%j', (said, what, caption) => {
    expect(contentOf(said)).toEqual({ kind: 'omitted', what, caption })
  })
})

test.each([
  'Se eliminó este mensaje.',
  'Se eliminó este mensaje',
  'Eliminaste este mensaje.',
  `${lrm}Se eliminó este mensaje.`,
  'Este mensaje fue eliminado',
  'Mensaje eliminado por el admin. Bruno',
  'This message was deleted',
  'You deleted this message.',
])('%j was deleted', (said) => {
  expect(contentOf(said)).toEqual({ kind: 'deleted' })
})

test.each(['', ' ', lrm, `${lrm}Esperando este mensaje. Esto puede tomar tiempo.`])('%j has no words', (said) => {
  expect(contentOf(said)).toEqual({ kind: 'empty' })
})
