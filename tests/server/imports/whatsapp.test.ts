// @databases both
// Chats of WhatsApp: what comes, in which order, as whose, and nothing twice.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ChatMessage, ChatReading } from '../../../contract/chat.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { assign } from '../../../server/imports/assign.ts'
import { isWhole, type ReportSummary } from '../../../server/imports/report.ts'
import { undo } from '../../../server/imports/undo.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { fixture } from '../../support/fixtures.ts'
import { type Community, communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { exportsOfThisFile, messagesOf, shownMessages } from '../../support/server/whatsapp.ts'

const { write, brings } = exportsOfThisFile()

const why = ({ leftOut }: ReportSummary) => Object.fromEntries(leftOut.map(({ reason, count }) => [reason, count]))

const chat = [
  '31/12/22, 11:39 - Los mensajes y las llamadas están cifrados de extremo a extremo.',
  '31/12/22, 11:39 - Bruno creó el grupo "Coro"',
  '31/12/22, 11:40 - Ana: ¿Quién viene al ensayo del jueves?',
  'Empezamos a las ocho.',
  '31/12/22, 11:40 - Bruno: Yo',
  '31/12/22, 11:40 - Bruno: Yo',
  '31/12/22, 11:41 - +34 600 11 12 22: Yo también, que os echo de menos',
  '31/12/22, 11:42 - Bruno: Se eliminó este mensaje.',
  '31/12/22, 11:43 - Ana: Gracias @\u2068Bruno\u2069 y @34600111222',
].join('\n')

describe('a chat', () => {
  test('stands before what was written here, in its order, with its times and people', async () => {
    const community = await communityOfThisTest()
    const [ana] = await community.signInAll('Ana')
    await ana.says('Ya estamos aquí')
    const { id, summary } = await brings(community, chat)
    expect(id).toBe(1)
    expect(summary).toMatchObject({ brought: { message: 5 }, known: {}, years: { 2022: 5 } })
    expect(why(summary)).toEqual({ 'a line of WhatsApp itself': 2, 'deleted by its writer': 1 })
    expect(isWhole(summary)).toBe(true)
    const messages = await messagesOf(community)
    expect(messages.map(({ seq, username, author_id, message }) => [seq, username, author_id, message])).toEqual([
      [-4, 'Ana', ana.id, '¿Quién viene al ensayo del jueves?\nEmpezamos a las ocho.'],
      [-3, 'Bruno', null, 'Yo'],
      [-2, 'Bruno', null, 'Yo'],
      [-1, '+34 600 11 12 22', null, 'Yo también, que os echo de menos'],
      [0, 'Ana', ana.id, 'Gracias @Bruno y @34600111222'],
      [1, 'Ana', ana.id, 'Ya estamos aquí'],
    ])
    expect(messages.map(({ created_at }) => created_at)).toEqual([
      '2022-12-31T10:40:00.000Z',
      '2022-12-31T10:40:00.001Z',
      '2022-12-31T10:40:00.002Z',
      '2022-12-31T10:41:00.000Z',
      '2022-12-31T10:43:00.000Z',
      '2026-03-02T09:00:00.000Z',
    ])
  })

  test('tells nobody: nothing is unread, and nobody has a notice or a mail', async () => {
    const community = await communityOfThisTest()
    const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
    await brings(community, chat)
    expect(await shownMessages(community)).toContain(`Ana: Gracias @[Bruno](${bruno.id}) y @34600111222`)
    for (const person of [ana, bruno]) {
      expect(expectDone(await person.get<ChatReading>('/chat/reading'))).toEqual({ seq: 0, unread: 0, head: 0 })
      expect(expectDone(await person.get<unknown[]>('/notices'))).toEqual([])
    }
    const { notices, mails, push_messages } = await community.readAllTables()
    expect([notices, mails, push_messages].flatMap((rows) => rows ?? [])).toEqual([])
  })

  test('is found by its words', async () => {
    const community = await communityOfThisTest()
    await brings(community, chat)
    await fillIndex(community.services)
    const [{ id }] = (await messagesOf(community)) as [ChatMessage]
    expect(await community.hipatia.get('/search?kind=message&q=ensayo')).toMatchObject({ body: [{ id }] })
  })

  test('with a member’s telephone is that member’s, and a name that somebody chose for themselves is nobody’s', async () => {
    const community = await communityOfThisTest()
    await community.hipatia.createsAccount('Carla', { phone: '600 111 222' })
    await brings(community, '31/12/22, 11:40 - +34 600 11 12 22: Hola a todos\n31/12/22, 11:41 - ~ Hipatia: Hola')
    expect(await shownMessages(community)).toEqual(['Carla: Hola a todos', '~Hipatia: Hola'])
  })

  test('over the length of a message becomes several, in their order', async () => {
    const community = await communityOfThisTest()
    const long = Array.from({ length: 30 }, (_, index) => `${index} ${'palabra '.repeat(40)}`.trim()).join('\n\n')
    const { summary } = await brings(community, `31/12/22, 11:40 - Ana: ${long}\n31/12/22, 11:40 - Ana: Fin`)
    expect(summary.brought).toEqual({ message: 2 })
    const messages = await messagesOf(community)
    expect(messages.map(({ message }) => message).join('\n\n')).toBe(`${long}\n\nFin`)
    expect(messages.length).toBe(4)
  })
})

describe('day and month', () => {
  const ambiguous = '3/2/22, 11:40 - Ana: Hola\n4/2/22, 11:40 - Ana: Adiós'
  const first = async (community: Community) => (await messagesOf(community))[0]?.created_at

  test('that could be either are asked for, and nothing is written', async () => {
    const community = await communityOfThisTest()
    await expect(brings(community, ambiguous)).rejects.toThrow(/more than one way.*--dates dmy/)
    await expect(brings(community, ambiguous, { dates: 'xyz' })).rejects.toThrow('--dates is dmy, mdy or ymd')
    expect(await messagesOf(community)).toEqual([])
    await brings(community, ambiguous, { dates: 'mdy' })
    expect(await first(community)).toBe('2022-03-02T10:40:00.000Z')
  })

  test('that don’t exist in the order that was asked for are named with their line', async () => {
    const community = await communityOfThisTest()
    await expect(brings(community, chat, { dates: 'mdy' })).rejects.toThrow('Line 1: there is no day 31/12/22')
  })
})

describe('files', () => {
  const kinds: Record<string, string> = {
    PHOTO: 'imagen omitida',
    AUDIO: 'audio omitido',
    VIDEO: 'video omitido',
    STICKER: 'sticker omitido',
  }
  const files = {
    '_chat.txt': [
      '[31/12/22, 11:40:26] Ana: \u200e<adjunto: 00000001-PHOTO-2022-12-31-11-40-26.jpg>',
      '[31/12/22, 11:41:26] Ana: Otra vez \u200e<adjunto: 00000002-PHOTO-2022-12-31-11-41-26.jpg>',
      '[31/12/22, 11:42:26] Bruno: \u200e<adjunto: 00000003-AUDIO-2022-12-31-11-42-26.opus>',
      '[31/12/22, 11:43:26] Bruno: Acta.pdf • \u200e3 páginas \u200e<adjunto: 00000004-Acta.pdf>',
      '[31/12/22, 11:44:26] Bruno: \u200e<adjunto: 00000005-Luisa.vcf>',
      '[31/12/22, 11:45:26] Bruno: \u200e<adjunto: 00000006-VIDEO-2022.mp4>',
      '[31/12/22, 11:46:26] Bruno: \u200e<adjunto: 00000007-STICKER-2022.webp>',
    ].join('\r\n'),
    '00000001-PHOTO-2022-12-31-11-40-26.jpg': fixture('foto.jpg').bytes,
    '00000002-PHOTO-2022-12-31-11-41-26.jpg': fixture('foto.jpg').bytes,
    '00000003-AUDIO-2022-12-31-11-42-26.opus': fixture('cancion.ogg').bytes,
    '00000004-Acta.pdf': fixture('acta.pdf').bytes,
    '00000005-Luisa.vcf': 'BEGIN:VCARD\nFN:Luisa Peña\nTEL:+34 600 11 12 22\nEND:VCARD',
    '00000007-STICKER-2022.webp': fixture('foto.webp').bytes,
  }
  /** The same as the telephone writes it without media. */
  const without = files['_chat.txt']
    .replace(/<adjunto: \d+-([A-Z]+)-\S+>/g, (_, kind: string) => `${kinds[kind]}`)
    .replace('<adjunto: 00000004-Acta.pdf>', 'documento omitido')
    .replace('<adjunto: 00000005-Luisa.vcf>', 'Tarjeta de contacto omitida')
  const archive = async ({ hipatia }: Community) => expectDone(await hipatia.get<ArchiveFile[]>('/files'))

  test('go to the archive, each once, and stand in their messages; a contact is words, a missing one is said', async () => {
    const community = await communityOfThisTest()
    const [ana] = await community.signInAll('Ana')
    const { summary } = await brings(community, files)
    expect(summary).toMatchObject({ brought: { message: 7, file: 4 }, known: { file: 1 } })
    expect(why(summary)).toEqual({ 'the export names a file that isn’t in it': 1 })
    const stored = await archive(community)
    const of = (name: string) => stored.find(({ original_name }) => original_name === name)
    const photo = of('PHOTO-2022-12-31-11-40-26.jpg')
    expect(photo).toMatchObject({
      file_type: 'image/jpeg',
      uploader_id: ana.id,
      uploaded_at: '2022-12-31T10:40:26.000Z',
    })
    expect(of('AUDIO-2022-12-31-11-42-26.opus')?.file_type).toBe('audio/ogg')
    const categories = expectDone(await community.hipatia.get<{ id: string; name: string }[]>('/categories'))
    expect(categories.find(({ id }) => id === photo?.category_id)?.name).toBe('WhatsApp: Coro')
    const token = (name: string) => `{{file:${of(name)?.id}|${name}}}`
    expect(await shownMessages(community)).toEqual([
      `Ana: ${token('PHOTO-2022-12-31-11-40-26.jpg')}`,
      `Ana: ${token('PHOTO-2022-12-31-11-40-26.jpg')}\nOtra vez`,
      `Bruno: ${token('AUDIO-2022-12-31-11-42-26.opus')}`,
      `Bruno: ${token('Acta.pdf')}`,
      'Bruno: Contacto: Luisa Peña, +34 600 11 12 22',
      'Bruno: (vídeo que no estaba en la copia)',
      `Bruno: ${token('STICKER-2022.webp')}`,
    ])
    const content = await community.hipatia.fetchesBytes(photo?.cloudinary_url ?? null)
    expect(new Uint8Array(content.bytes)).toEqual(fixture('foto.jpg').bytes)
  })

  test('that an export left out come into their messages with a later one that has them', async () => {
    const community = await communityOfThisTest()
    const { summary } = await brings(community, without, { name: '_chat.txt' })
    expect(why(summary)).toMatchObject({
      'the export left out its file: export the chat with media': 7,
    })
    expect(isWhole(summary)).toBe(false)
    const again = await brings(community, files)
    expect(again.summary).toMatchObject({ brought: { file: 4 }, known: { message: 7 } })
    const one = await communityOfThisTest()
    await brings(one, files)
    const withoutIds = (messages: string[]) => messages.map((message) => message.replace(/[0-9a-f]{32}/, 'ID'))
    expect(withoutIds(await shownMessages(community))).toEqual(withoutIds(await shownMessages(one)))
  })

  test('that are too large or damaged are said, and the others come', async () => {
    const community = await communityOfThisTest({ maxUploadBytes: 2 ** 17 })
    const large = { ...files, '00000004-Acta.pdf': Buffer.alloc(2 ** 18, 'a'), '00000007-STICKER-2022.webp': '' }
    const { summary } = await brings(community, large)
    expect(why(summary)).toMatchObject({
      'the file is empty': 1,
      'the file is larger than 0.125 MB (MAX_UPLOAD_MB)': 1,
    })
    expect(await shownMessages(community)).toContain('Bruno: (documento «Acta.pdf» que no se pudo guardar)')
    expect((await archive(community)).length).toBeGreaterThan(0)
  })
})

describe('again', () => {
  const line = (minute: number, writer: string, text: string) => `31/12/22, 11:${10 + minute} - ${writer}: ${text}`
  const lines = Array.from({ length: 40 }, (_, n) =>
    line(n, n % 2 ? 'Ana' : 'Bruno', n % 5 ? `Palabras del día ${n}` : 'ok'),
  )

  test('the same export brings nothing', async () => {
    const community = await communityOfThisTest()
    await brings(community, chat)
    const before = await messagesOf(community)
    const { id, summary } = await brings(community, chat, { name: 'Chat de WhatsApp con Coro (1).txt' })
    expect([id, summary.brought, summary.known]).toEqual([2, {}, { message: 5 }])
    expect(await messagesOf(community)).toEqual(before)
  })

  test('a longer one, and one that was cut at its beginning, bring what is new, in its place', async () => {
    const community = await communityOfThisTest()
    await brings(community, lines.slice(10, 25).join('\n'))
    const { summary } = await brings(community, lines.slice(20).join('\n'), { name: 'otro nombre.txt' })
    expect([summary.brought, summary.known]).toEqual([{ message: 15 }, { message: 5 }])
    await brings(community, lines.join('\n'))
    const whole = await communityOfThisTest()
    await brings(whole, lines.join('\n'))
    expect(await shownMessages(community)).toEqual(await shownMessages(whole))
  })

  test('the same chat of another telephone is the same', async () => {
    const community = await communityOfThisTest()
    await brings(community, lines.join('\n'))
    const iphone = lines
      .map((one) => one.replace(/^(\S+) (\S+) - /, '[$1 $2:07] ').replace('/22', '/2022'))
      .join('\r\n')
    const { summary } = await brings(community, iphone, { name: '_chat.txt' })
    expect([summary.brought, summary.known]).toEqual([{}, { message: 40 }])
  })

  test('another group of the same people that forwards the same now and then is another one', async () => {
    const community = await communityOfThisTest()
    await brings(community, lines.join('\n'))
    const other = lines.map((one, n) => (n % 5 ? line(n, 'Ana', `Otra cosa ${n}`) : one)).join('\n')
    const { summary } = await brings(community, other, { name: 'Chat de WhatsApp con Vecinos.txt' })
    expect(summary.brought).toEqual({ message: 40 })
  })

  test('what was undone comes again, and what a member deleted doesn’t', async () => {
    const community = await communityOfThisTest()
    const { id } = await brings(community, chat)
    await undo(community.services, id ?? 0)
    expect(await messagesOf(community)).toEqual([])
    expect((await brings(community, chat)).summary.brought).toEqual({ message: 5 })
    const [message] = await messagesOf(community)
    expectDone(await community.hipatia.delete(`/chat/messages/${message?.id}`))
    expect((await brings(community, chat)).summary.brought).toEqual({})
    expect((await messagesOf(community))[0]).toMatchObject({ id: message?.id, message: '' })
  })
})

describe('people', () => {
  test('a dry run writes nothing but the table of names, which says whose messages they are once it is filled in', async () => {
    const community = await communityOfThisTest()
    const [ana] = await community.signInAll('Ana')
    const before = await community.readAllTables()
    const { id, summary, path } = await brings(community, chat, { isDryRun: true })
    expect(id).toBeUndefined()
    expect(summary.brought).toEqual({ message: 5 })
    expect(await community.readAllTables()).toEqual(before)
    const table = `${path}.people.csv`
    expect(readFileSync(table, 'utf8')).toBe(
      '\ufeffnombre en WhatsApp;miembro\r\nAna;Ana\r\nBruno;\r\n+34 600 11 12 22;\r\n',
    )
    writeFileSync(table, 'nombre en WhatsApp;miembro\nBruno;Ana\n"+34 600 11 12 22";Hipatia\n')
    await brings(community, chat, { people: table })
    const messages = await messagesOf(community)
    expect(messages.map(({ author_id }) => author_id)).toEqual([ana.id, ana.id, ana.id, community.hipatia.id, ana.id])
  })

  test('a number in the table is known however a spreadsheet wrote it, and mentions of it are the member’s', async () => {
    const community = await communityOfThisTest()
    const carla = await community.hipatia.createsAccount('Carla')
    const people = write('people.csv', 'nombre en WhatsApp,miembro\n34600111222,Carla\n')
    await brings(community, chat, { people })
    expect((await shownMessages(community)).slice(3)).toEqual([
      'Carla: Yo también, que os echo de menos',
      `Ana: Gracias @Bruno y @[Carla](${carla.id})`,
    ])
  })

  test.each([
    ['an unknown member', 'nombre;miembro\nBruno;Nadie', /no account named "Nadie" \(for "Bruno"\)/],
    ['no table', 'Bruno', /the first line is not/],
  ])('%s in the table is refused before anything is written', async (_, table, reason) => {
    const community = await communityOfThisTest()
    const path = write('people.csv', table)
    await expect(brings(community, chat, { people: path })).rejects.toThrow(reason)
    expect(await messagesOf(community)).toEqual([])
  })

  test('somebody who joins later gets their messages, and those of later exports', async () => {
    const community = await communityOfThisTest()
    await brings(community, chat)
    const [bruno] = await community.signInAll('Bruno')
    expect(await assign(community.services, 'Bruno', 'Bruno')).toBe(2)
    await brings(community, `${chat}\n31/12/22, 12:00 - Bruno: Ya soy de aquí`)
    const his = (await messagesOf(community)).filter(({ author_id }) => author_id === bruno.id)
    expect(his.map(({ message }) => message)).toEqual(['Yo', 'Yo', 'Ya soy de aquí'])
  })
})
