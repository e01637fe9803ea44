// Everything that a plain member's socket hears while all kinds of things happen: these events with these fields, no others.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { done, foundCommunity, freshPlace, seconds } from './support/community.ts'
import { onPostgres } from './support/on-database.ts'
import { opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const message = ['author_id', 'client_id', 'created_at', 'id', 'message', 'message_type', 'seq', 'username']
const allowed: Record<string, string[]> = {
  receive_message: message,
  users_online_update: ['id', 'name', 'role'],
  typing: ['id', 'name'],
  chat_reading: ['head', 'seq', 'unread'],
  comments_changed: ['post'],
}

test('a plain member hears only what the contract names, with nothing else in it, and only what is theirs', async () => {
  const published = await ana.writes({ content: 'Un texto que no pasa por aquí' })
  const secret = await hipatia.drafts({ title: 'Un borrador secreto' })
  const [listening, anas, admins] = [
    await opensSocket(community, bruno),
    await opensSocket(community, ana),
    await opensSocket(community, hipatia),
  ]
  listening.emit('watch', { post: published.id })
  admins.emit('watch', { post: secret.id })

  for (let turn = 0; turn < 5; turn++) {
    community.passes(seconds(5))
    anas.emit('typing')
    const { seq } = await anas.says(`Ana ${turn}`, { client_id: crypto.randomUUID() })
    await admins.says(`Hipatia ${turn}`)
    done(await bruno.post('/chat/messages', { message: `Bruno ${turn}` }))
    done(await ana.put('/chat/reading', { seq }))
    done(await bruno.put('/chat/reading', { seq }))
    done(await ana.post(`/comments/post/${published.id}`, { content: 'Un comentario que no pasa por aquí' }))
    done(await hipatia.post(`/comments/post/${secret.id}`, { content: 'Un comentario secreto' }))
    const visitor = await community.signIn('Visita')
    const passing = await opensSocket(community, visitor)
    done(await visitor.post('/auth/heartbeat'))
    const name = `Visita ${turn}`
    done(await hipatia.put(`/auth/users/${visitor.id}`, { phone: '600111222', name }))
    await until(() => expect(listening.online()).toContain(name))
    done(await visitor.post('/auth/logout'))
    await passing.gone
    await until(() => expect(listening.online()).not.toContain(name))
    done(await hipatia.put(`/auth/users/${visitor.id}`, { name: 'Visita' }))
  }
  await anas.says('Y nada más')
  await until(() => expect(listening.texts()).toContain('Y nada más'))
  await until(() => expect(listening.of('chat_reading')).toHaveLength(5))
  await until(() => expect(listening.of('comments_changed')).toHaveLength(5))

  expect(new Set(listening.heard.map(({ event }) => event))).toEqual(new Set(Object.keys(allowed)))
  for (const { event, args } of listening.heard) {
    expect(args).toHaveLength(1)
    for (const one of [args[0]].flat())
      expect({ event, fields: Object.keys(one as object).toSorted() }).toEqual({ event, fields: allowed[event] })
  }
  for (const { id } of listening.of<{ id: string }>('typing')) expect(id).toBe(ana.id)
  const text = JSON.stringify(listening.heard)
  for (const hidden of [
    '600111222',
    '@alejandria',
    'no pasa por aquí',
    'secreto',
    secret.id,
    'session',
    'token',
    ana.token,
    hipatia.token,
  ])
    expect(text).not.toContain(hidden)
  // the sender's own typing is no news
  expect(anas.of('typing')).toEqual([])
})

onPostgres('what is said on the channel and is no signal hurts nobody, and signals go on', async () => {
  const { remove, ...place } = await freshPlace()
  const community = await foundCommunity({ place })
  const ana = await community.signIn('Ana')
  const socket = await opensSocket(community, ana)
  const somebodyElse = new pg.Client(place.databaseUrl)
  await somebodyElse.connect()
  for (const payload of [
    'null',
    '',
    'hola',
    '[]',
    '{"kind":"account"}',
    '{"kind":"typing","id":1,"name":{}}',
    '{"kind":"missed"}',
  ])
    await somebodyElse.query('select pg_notify($1, $2)', ['alejandria', payload])
  await somebodyElse.end()
  await socket.says('Aquí no ha pasado nada')
  await until(() => expect(socket.texts()).toEqual(['Aquí no ha pasado nada']))
  expect(socket.of('typing')).toEqual([])
  done(await ana.get('/auth/me'))
  await community.close()
  remove()
})
