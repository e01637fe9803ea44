// Another process holds SQLite's lock, as `begin` in a shell does: nobody else waits, and writes come through afterwards.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { type Community, startCommunity } from '../../support/server/community.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

async function openCommunity() {
  const community = await startCommunity()
  onTestFinished(() => community.close())
  return community
}

function lockDatabase({ dataDir }: Community) {
  const other = new DatabaseSync(join(dataDir, 'alejandria.db'))
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

onSqlite('while another process holds the lock people read on, and what they save is stored afterwards', async () => {
  const community = await openCommunity()
  const { hipatia, visitor } = community
  await hipatia.writes({ title: 'Antes' })
  const unlock = lockDatabase(community)
  let isSaved = false
  const saving = hipatia.post<{ id: string }>('/posts', { title: 'Durante', content: 'x', is_published: true })
  const chatting = hipatia.post('/chat/messages', { message: 'Hola', message_type: 'text' })
  void saving.then(() => {
    isSaved = true
  })

  expect((await visitor.get('/health')).status).toBe(200)
  expect((await hipatia.get<{ title: string }[]>('/posts')).body.map(({ title }) => title)).toEqual(['Antes'])
  // the use of a session is stored once a minute: a lock doesn't hold it up
  community.advanceClock(120_000)
  expect((await hipatia.get('/auth/me')).status).toBe(200)
  expect(isSaved).toBe(false)

  unlock()
  expect((await saving).status).toBe(201)
  expect((await chatting).status).toBe(201)
  expect((await hipatia.get<{ title: string }[]>('/posts')).body.map(({ title }) => title)).toEqual([
    'Durante',
    'Antes',
  ])
})

onSqlite('a lock that stays is 503 for writes, and nothing is stored', async () => {
  const community = await openCommunity()
  const { hipatia } = community
  const unlock = lockDatabase(community)
  const [post, message] = await Promise.all([
    hipatia.post('/posts', { title: 'Durante', content: 'x', is_published: true }),
    hipatia.post('/chat/messages', { message: 'Hola', message_type: 'text' }),
  ])
  for (const answer of [post, message]) {
    expectRefusal(answer, 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  unlock()
  expect((await hipatia.get<unknown[]>('/posts')).body).toEqual([])
  expect((await hipatia.post('/posts', { title: 'Después', content: 'x' })).status).toBe(201)
})
