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
  test('names the message that it answers and quotes its beginning on one line, over the socket too', async () => {
    const question = await ana.says(`¿Quién  trae\nel pan? ${'👩‍👩‍👧 '.repeat(40)}`)
    const answer = await bruno.says('Yo', { reply_to: question.id })
    expect(answer).toMatchObject({ reply_to: question.id, quote: { seq: question.seq, username: 'Ana' } })
    expect(answer.quote?.excerpt).toMatch(/^¿Quién trae el pan\? (👩‍👩‍👧 )+👩‍👩‍👧…$/u)
    expect([...(answer.quote?.excerpt ?? '')].length).toBeLessThanOrEqual(121)
    expect(await find(answer.id)).toEqual(answer)
    const socket = await openMemberSocket(community, bruno)
    await socket.says('También', { reply_to: question.id })
    await until(() => expect(socket.messages(answer.seq)).toMatchObject([{ quote: answer.quote }]))
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
    expect([await changesAfter(before), (await find(answer.id)).quote]).toEqual([told, quote])
    expectDone(await deletes(hipatia, question.id))
    const emptied = { ...quote, excerpt: null, change: before + 2 }
    await until(() => expect(last()?.quotes).toEqual([emptied]))
    expect((await find(answer.id)).quote).toEqual(emptied)
    expect((await bruno.says('Contesto tarde', { reply_to: question.id })).quote?.excerpt).toBeNull()
    expect(JSON.stringify(socket.of('messages_changed')).length).toBeLessThan(3000)
  })

  test('to a message that was never here is refused', async () => {
    const refused = await ana.post('/chat/messages', { message: 'Sí', reply_to: newId() })
    expectRefusal(refused, 422)
    expect(JSON.stringify(refused.body)).toContain('No es un mensaje de este chat')
  })
})

describe('an edit', () => {
  test('changes one’s own message for everybody, who are told it once and find it by its new words; a repeat changes nothing', async () => {
    const socket = await openMemberSocket(community, bruno)
    const { id, created_at } = await ana.says('Hoy es palabravieja')
    expect(await found('palabravieja')).toEqual([id])
    const before = await head()
    const version = { 'if-match': `"${Date.parse(created_at)}"` }
    const edited = expectDone(await edits(ana, id, 'Hoy es palabranueva', version))
    expect(edited).toMatchObject({ id, message: 'Hoy es palabranueva', deleted_at: null })
    expect(edited.edited_at).toMatch(/^2026-03-02T09:00/)
    expect(await find(id)).toEqual(edited)
    const quotes = [{ seq: edited.seq, username: 'Ana', excerpt: 'Hoy es palabranueva', change: before + 1 }]
    const told = { from: before, to: before + 1, head: before + 1, messages: [edited], quotes }
    await until(() => expect(socket.of<ChatChanges>('messages_changed').at(-1)).toEqual(told))
    expect([await found('palabravieja'), await found('palabranueva')]).toEqual([[], [id]])
    expect(expectDone(await edits(ana, id, 'Hoy es palabranueva', { 'if-match': '"1"' }))).toEqual(edited)
    // on top of an edit by another device
    expectRefusal(await edits(ana, id, 'Del portátil', version), 412)
    expect(await find(id)).toEqual(edited)
    expect(await changesAfter(before)).toEqual(told)
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

test('a deletion empties the message for everybody, and its place stays; a repeat changes nothing more', async () => {
  const { id, seq } = await ana.says('palabraborrada')
  const later = await bruno.says('Después')
  expectDone(await deletes(ana, id))
  expect(await find(id)).toMatchObject({ id, seq, message: '', deleted_at: community.moment(), username: 'Ana' })
  expect(later.seq).toBe(seq + 1)
  expect(await found('palabraborrada')).toEqual([])
  const { chat_messages, documents } = await community.readAllTables()
  expect(JSON.stringify({ chat_messages, documents })).not.toContain('palabraborrada')
  const before = await head()
  expectDone(await deletes(ana, id))
  expect(await head()).toBe(before)
  expectRefusal(await edits(ana, id, 'Vuelve'), 404)
})

test('changes come in pages, in their order, each message as it is now, and after too high a number there are none', async () => {
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
  // that no change has yet
  expect(await changesAfter(from + 1000)).toMatchObject({ head: from + 60, messages: [] })
})
