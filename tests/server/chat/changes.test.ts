// @databases both
// Answers to messages, and edits and deletions of them, with the order of these changes (DECISIONS §7, "Answers").
import { describe, expect, test } from 'vitest'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const edits = (who: Person, id: string, message: string, headers: Record<string, string> = {}) =>
  who.put<ChatMessage>(`/chat/messages/${id}`, { message }, { headers })
const deletes = (who: Person, id: string) => who.delete(`/chat/messages/${id}`)
const find = async (id: string) =>
  expectDone(await ana.get<ChatMessage[]>(`/chat/messages?around=${id}`)).find((one) => one.id === id) as ChatMessage
const changesAfter = async (after: number) => expectDone(await ana.get<ChatChanges>(`/chat/changes?after=${after}`))
const head = async () => (await changesAfter(0)).head
const found = async (words: string) =>
  expectDone(await ana.get<{ id: string }[]>(`/search?kind=message&q=${encodeURIComponent(words)}`)).map(({ id }) => id)

describe('an answer', () => {
  test('names the message that it answers and quotes its beginning on one line', async () => {
    const question = await ana.says(`¿Quién  trae\nel pan? ${'👩‍👩‍👧 '.repeat(40)}`)
    const answer = await bruno.says('Yo', { reply_to: question.id })
    expect(answer).toMatchObject({ reply_to: question.id, quote: { seq: question.seq, username: 'Ana' } })
    expect(answer.quote?.excerpt).toMatch(/^¿Quién trae el pan\? (👩‍👩‍👧 )+👩‍👩‍👧…$/u)
    expect([...(answer.quote?.excerpt ?? '')].length).toBeLessThanOrEqual(121)
    expect(await find(answer.id)).toEqual(answer)
  })

  test('by the socket is told to everybody with the quote', async () => {
    const question = await ana.says('¿Y el vino?')
    const socket = await openMemberSocket(community, bruno)
    await socket.says('También', { reply_to: question.id })
    const quote = { excerpt: '¿Y el vino?', username: 'Ana' }
    await until(() => expect(socket.messages(question.seq)).toMatchObject([{ quote }]))
  })

  test('isn’t sent again when its message is edited or deleted, however long it is: pages are told of the new quote', async () => {
    const question = await ana.says('¿Quién viene?')
    const answer = await bruno.says('🍞'.repeat(4000), { reply_to: question.id })
    const socket = await openMemberSocket(community, bruno)
    const before = await head()
    const last = () => socket.of<ChatChanges>('messages_changed').at(-1)
    const edited = expectDone(await edits(ana, question.id, '¿Quién viene al faro?'))
    const quote = { seq: question.seq, username: 'Ana', excerpt: '¿Quién viene al faro?', change: before + 1 }
    const told = { from: before, to: before + 1, head: before + 1, messages: [edited], quotes: [quote] }
    await until(() => expect(last()).toEqual(told))
    expect((await find(answer.id)).quote).toEqual(quote)
    expectDone(await deletes(hipatia, question.id))
    await until(() => expect(last()?.quotes).toEqual([{ ...quote, excerpt: null, change: before + 2 }]))
    expect(JSON.stringify(socket.of('messages_changed')).length).toBeLessThan(3000)
  })

  test('to a message that was never here is refused', async () => {
    const refused = await ana.post('/chat/messages', { message: 'Sí', reply_to: newId() })
    expectRefusal(refused, 422)
    expect(JSON.stringify(refused.body)).toContain('No es un mensaje de este chat')
  })

  test('quotes what the answered message says now, and nothing of a deleted one', async () => {
    const question = await ana.says('Quedamos a las cinco')
    const answer = await bruno.says('Vale', { reply_to: question.id })
    const before = await head()
    expectDone(await edits(ana, question.id, 'Quedamos a las seis'))
    expect((await find(answer.id)).quote?.excerpt).toBe('Quedamos a las seis')
    const changes = await changesAfter(before)
    expect(changes.messages.map(({ id, change }) => [id, change])).toEqual([[question.id, before + 1]])
    expect(changes.quotes).toEqual([(await find(answer.id)).quote])
    expectDone(await deletes(ana, question.id))
    expect((await find(answer.id)).quote).toEqual({ ...changes.quotes[0], excerpt: null, change: before + 2 })
    expect((await bruno.says('Contesto tarde', { reply_to: question.id })).quote?.excerpt).toBeNull()
  })
})

describe('an edit', () => {
  test('changes one’s own message for everybody, who are told it once', async () => {
    const socket = await openMemberSocket(community, bruno)
    const { id } = await ana.says('Hoy es lnues')
    const before = await head()
    const edited = expectDone(await edits(ana, id, 'Hoy es lunes'))
    expect(edited).toMatchObject({ id, message: 'Hoy es lunes', deleted_at: null })
    expect(edited.edited_at).toMatch(/^2026-03-02T09:00/)
    expect(await find(id)).toEqual(edited)
    const quotes = [{ seq: edited.seq, username: 'Ana', excerpt: 'Hoy es lunes', change: before + 1 }]
    const told = { from: before, to: before + 1, head: before + 1, messages: [edited], quotes }
    await until(() => expect(socket.of<ChatChanges>('messages_changed').at(-1)).toEqual(told))
    expect(await changesAfter(before)).toEqual(told)
  })

  test('is found by its new words and not by its old ones', async () => {
    const { id } = await ana.says('palabravieja')
    expect(await found('palabravieja')).toEqual([id])
    expectDone(await edits(ana, id, 'palabranueva'))
    expect([await found('palabravieja'), await found('palabranueva')]).toEqual([[], [id]])
  })

  test('that is sent again changes nothing more', async () => {
    const { id } = await ana.says('Uno')
    const first = expectDone(await edits(ana, id, 'Dos'))
    expect(expectDone(await edits(ana, id, 'Dos', { 'if-match': '"1"' }))).toEqual(first)
    expect(await head()).toBe(first.change)
  })

  test('on top of another device’s edit is refused, and nothing is overwritten', async () => {
    const { id, created_at } = await ana.says('Uno')
    const version = { 'if-match': `"${Date.parse(created_at)}"` }
    expectDone(await edits(ana, id, 'Del móvil', version))
    expectRefusal(await edits(ana, id, 'Del portátil', version), 412)
    expect((await find(id)).message).toBe('Del móvil')
  })

  test('is only the author’s, whoever administers', async () => {
    const { id } = await ana.says('Mío')
    for (const other of [bruno, hipatia]) expectRefusal(await edits(other, id, 'Ajeno'), 403)
    expectRefusal(await edits(ana, newId(), 'Nada'), 404)
    expectRefusal(await edits(ana, id, '  '), 422)
    expectRefusal(await edits(ana, id, 'x'.repeat(4001)), 422)
    expect((await find(id)).message).toBe('Mío')
  })

  test('doesn’t make a late repeat of the first sending a second message', async () => {
    const client_id = crypto.randomUUID()
    const sent = await ana.says('Con número', { client_id })
    const edited = expectDone(await edits(ana, sent.id, 'Cambiado'))
    expect(await ana.says('Con número', { client_id })).toEqual(edited)
    expectDone(await deletes(ana, sent.id))
    expect(await ana.says('Con número', { client_id })).toMatchObject({ id: sent.id, message: '' })
  })
})

describe('a deletion', () => {
  test('empties the message for everybody, and its place stays', async () => {
    const { id, seq } = await ana.says('palabraborrada')
    const later = await bruno.says('Después')
    expectDone(await deletes(ana, id))
    expect(await find(id)).toMatchObject({ id, seq, message: '', deleted_at: community.moment(), username: 'Ana' })
    expect(later.seq).toBe(seq + 1)
    expect(await found('palabraborrada')).toEqual([])
    const { chat_messages, documents } = await community.readAllTables()
    expect(JSON.stringify({ chat_messages, documents })).not.toContain('palabraborrada')
  })

  test('that is sent again changes nothing more', async () => {
    const { id } = await ana.says('Fuera')
    expectDone(await deletes(ana, id))
    const before = await head()
    expectDone(await deletes(ana, id))
    expect(await head()).toBe(before)
    expectRefusal(await edits(ana, id, 'Vuelve'), 404)
  })
})

test('changes come in pages, in their order, each message as it is now', async () => {
  const from = await head()
  const ids: string[] = []
  for (let turn = 0; turn < 60; turn++) {
    const { id } = await ([ana, bruno][turn % 2] as Person).says(`Página ${turn}`)
    ids.push(id)
    expectDone(await deletes(hipatia, id))
  }
  const first = await changesAfter(from)
  expect([first.messages.length, first.to, first.head]).toEqual([50, from + 50, from + 60])
  const rest = await changesAfter(first.to)
  expect([...first.messages, ...rest.messages].map(({ id }) => id)).toEqual(ids)
  expect([rest.to, rest.head]).toEqual([from + 60, from + 60])
  const { headers } = await ana.get('/chat/messages?limit=1')
  expect(headers.get('x-changes')).toBe(`${from + 60}`)
})

test('a number that no change has yet gets an answer with the newest one', async () => {
  const newest = await head()
  expect(await changesAfter(newest + 1000)).toMatchObject({ head: newest, messages: [] })
})
