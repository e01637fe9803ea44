// @databases both
// All events that a member's socket gets during all kinds of changes: these events with these fields, no others.
import pg from 'pg'
import { expect, test } from 'vitest'
import { communityOfThisFile, communityOfThisTest, expectDone, seconds } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { locationOfThisTest } from '../../support/server/processes/server-process.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const message = [
  ...['author_id', 'change', 'client_id', 'created_at', 'deleted_at', 'edited_at', 'id', 'message', 'message_type'],
  ...['quote', 'reactions', 'reply_to', 'seq', 'username'],
]
const allowed: Record<string, string[]> = {
  receive_message: message,
  messages_changed: ['from', 'head', 'messages', 'quotes', 'to'],
  users_online_update: ['id', 'name', 'role'],
  typing: ['id', 'name'],
  chat_reading: ['head', 'seq', 'unread'],
  comments_changed: ['post'],
  reactions_changed: ['id', 'kind', 'reactions'],
  notices_changed: ['unread'],
}
const isAboutAreas = ({ event }: { event: string }) => event === 'section_changed'

test('a member receives only events and fields of the contract, and no events for other people', async () => {
  const secret = await hipatia.drafts({ title: 'Un borrador secreto' })
  const [listening, anas, admins] = [
    await openMemberSocket(community, bruno),
    await openMemberSocket(community, ana),
    await openMemberSocket(community, hipatia),
  ]
  const published = await ana.writes({ content: 'Un texto que no pasa por aquí' })
  expectDone(await bruno.put(`/posts/${published.id}/following`, { state: 'following' }))
  await until(() => expect(listening.of('section_changed')).toEqual(['blog']))
  listening.emit('watch', { post: published.id })
  admins.emit('watch', { post: secret.id })

  for (let turn = 0; turn < 5; turn++) {
    community.advanceClock(seconds(5))
    anas.emit('typing')
    const { seq } = await anas.says(`Ana ${turn}`, { client_id: crypto.randomUUID() })
    await admins.says(`Hipatia ${turn}`)
    const { id } = await bruno.says(`Bruno ${turn}`)
    expectDone(await bruno.put(`/chat/messages/${id}`, { message: `Bruno ${turn} otra vez` }))
    expectDone(await ana.put('/chat/reading', { seq }))
    expectDone(await bruno.put('/chat/reading', { seq }))
    await ana.comments(published, 'Un comentario que no pasa por aquí')
    await hipatia.comments(secret, 'Un comentario secreto')
    for (const { id } of [published, secret])
      expectDone(await hipatia.put(`/reactions/post/${id}`, { emoji: ['👍', '😂', '🙏', '😮', '🎉'][turn] }))
    const visitor = await community.signIn('Visita')
    const passing = await openMemberSocket(community, visitor)
    expectDone(await visitor.post('/auth/heartbeat'))
    const name = `Visita ${turn}`
    expectDone(await hipatia.put(`/auth/users/${visitor.id}`, { phone: '600111222', name }))
    await until(() => expect(listening.online()).toContain(name))
    expectDone(await visitor.post('/auth/logout'))
    await passing.gone
    await until(() => expect(listening.online()).not.toContain(name))
    expectDone(await hipatia.put(`/auth/users/${visitor.id}`, { name: 'Visita' }))
  }
  await anas.says('Y nada más')
  await until(() => expect(listening.texts()).toContain('Y nada más'))
  await until(() => expect(listening.of('messages_changed').length).toBeGreaterThan(0))
  for (const event of ['chat_reading', 'comments_changed', 'reactions_changed'])
    await until(() => expect(listening.of(event)).toHaveLength(5))
  await until(() => expect(admins.of('reactions_changed')).toHaveLength(10))
  await until(() => expect(listening.of('notices_changed').at(-1)).toEqual({ unread: 1 }))

  const others = listening.heard.filter((one) => !isAboutAreas(one))
  for (const { args } of listening.heard.filter(isAboutAreas)) expect(args).toEqual(['blog'])
  expect(new Set(others.map(({ event }) => event))).toEqual(new Set(Object.keys(allowed)))
  for (const { event, args } of others) {
    expect(args).toHaveLength(1)
    for (const one of [args[0]].flat())
      expect({ event, fields: Object.keys(one as object).toSorted() }).toEqual({ event, fields: allowed[event] })
  }
  for (const { id } of listening.of<{ id: string }>('typing')) expect(id).toBe(ana.id)
  const text = JSON.stringify(listening.heard)
  for (const hidden of [
    ...['600111222', '@alejandria', 'no pasa por aquí', 'secreto', 'session', 'token'],
    ...[secret.id, ana.token, hipatia.token],
  ])
    expect(text).not.toContain(hidden)
  // the sender's own typing isn't sent back
  expect(anas.of('typing')).toEqual([])
})

onPostgres('an invalid notification on the channel is ignored, and later signals arrive', async () => {
  const place = await locationOfThisTest()
  const community = await communityOfThisTest({ location: place })
  const ana = await community.signIn('Ana')
  const socket = await openMemberSocket(community, ana)
  const somebodyElse = new pg.Client(place.databaseUrl)
  await somebodyElse.connect()
  for (const payload of [
    ...['null', '', 'hola', '[]'],
    ...['{"kind":"account"}', '{"kind":"typing","id":1,"name":{}}', '{"kind":"missed"}'],
  ])
    await somebodyElse.query('select pg_notify($1, $2)', ['alejandria', payload])
  await somebodyElse.end()
  await socket.says('Aquí no ha pasado nada')
  await until(() => expect(socket.texts()).toEqual(['Aquí no ha pasado nada']))
  expect(socket.of('typing')).toEqual([])
  expectDone(await ana.get('/auth/me'))
})
