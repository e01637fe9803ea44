// The pace of one person in the chat: thirty messages, changes and reactions at once, two a second after.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import { createRandom } from '../../../tools/random.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { noFaults, openChat } from '../../support/server/sockets/chat-client.ts'
import { openMemberSocket } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile({ budgets: { messages: limits.messages } })
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const total = async () => Number((await ana.get('/chat/messages?limit=1')).headers.get('x-total-count'))

test('of a hundred messages at once over the socket about thirty are stored, and the rest refused, by request too', async () => {
  const socket = await openMemberSocket(community, ana)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => socket.says(`muy deprisa ${turn}`)))
  const stored = answers.filter(({ code }) => code === undefined)
  expect(stored.length).toBeGreaterThanOrEqual(30)
  expect(stored.length).toBeLessThan(60)
  for (const answer of answers) if (answer.code) expect(answer).toMatchObject({ code: 'too_often' })
  const requests = await Promise.all(
    Array.from({ length: 30 }, (_, turn) => ana.post('/chat/messages', { message: `Y por la otra vía ${turn}` })),
  )
  const refused = requests.filter(({ status }) => status === 429)
  for (const answer of refused) expectRefusal(answer, 429)
  expect([...new Set(refused.map(({ headers }) => headers.get('retry-after')))]).toEqual(['1'])
  expect(await total()).toBe(stored.length + requests.length - refused.length)
  await bruno.says('Yo escribo despacio')
  await expect.poll(async () => (await socket.says('Ahora sí')).message).toBe('Ahora sí')
})

test('a message that is sent by both ways, and again after a lost answer, counts once', async () => {
  const carmen = await community.signIn('Carmen')
  const socket = await openMemberSocket(community, carmen)
  for (let turn = 0; turn < 25; turn++) {
    const sent = { message: `mensaje ${turn}`, client_id: randomUUID() }
    const answers = await Promise.all([
      carmen.post<ChatMessage>('/chat/messages', sent),
      socket.asks('send_message', sent),
      carmen.post<ChatMessage>('/chat/messages', sent),
    ])
    expect([answers[0].status, answers[2].status]).toEqual([201, 201])
  }
})

test('edits, deletions and reactions to messages count like messages, reactions to a post don’t', async () => {
  const elena = await community.signIn('Elena')
  const message = await elena.says('Hoy no')
  const post = await elena.writes({ title: 'El faro' })
  const reaction = `/reactions/message/${message.id}`
  const changes = {
    edit: (turn: number) => elena.put(`/chat/messages/${message.id}`, { message: `Hoy no ${turn}` }),
    reaction: () => elena.put(reaction, { emoji: '👍' }),
    'reaction taken back': () => elena.delete(reaction, { body: { emoji: '👍' } }),
    deletion: () => elena.delete(`/chat/messages/${message.id}`),
  }
  const sent = Array.from({ length: 30 }, (_, turn) =>
    Object.entries(changes).map(async ([kind, send]) => ({ kind, status: (await send(turn)).status })),
  )
  const refused = (await Promise.all(sent.flat())).filter(({ status }) => status === 429)
  expect([...new Set(refused.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(changes).toSorted())
  await elena.reacts('post', post)
})

test('Damián comes back with forty unsent messages: all arrive in order, and none is shown as failed', async () => {
  const damian = await community.signIn('Damián')
  const before = await total()
  const page = openChat(damian, community.origin, createRandom(1), () => noFaults)
  const texts = Array.from({ length: 40 }, (_, turn) => `sin conexión ${turn}`)
  for (const text of texts) page.say(text)
  const failed: string[] = []
  const left = () => {
    const { pending } = page.conversation.snapshot()
    for (const { state, message } of pending) if (state === 'failed') failed.push(message)
    return pending.length
  }
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
  page.close()
  expect(failed).toEqual([])
  const said = expectDone(await ana.get<ChatMessage[]>(`/chat/messages?after=${before}&limit=200`))
  expect(said.map(({ message }) => message)).toEqual(texts)
})
