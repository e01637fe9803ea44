// A server without file descriptors, without processor time, with little memory: it refuses or waits, and recovers
// (tests/README.md, 9, 23, 24).
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { expectDone } from '../../support/server/community.ts'
import { insertRows, newPost, rowOf } from '../../support/server/database/rows.ts'
import { openPage, readAllMessages, seqsOf, waitOptions } from '../../support/server/processes/chat-page.ts'
import { inDatabase, serversOfThisFile, signIn } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { open, start, stop } = serversOfThisFile()
const settings = { LOG_LEVEL: 'error' }

test('without file descriptors an upload is 503, and other calls are answered; with them it works again', async () => {
  // behind a proxy one address may take all connections
  const proxied = { ...settings, TRUST_PROXY: '127.0.0.1' }
  const { server, hipatia } = await open(proxied, ['sh', '-c', 'ulimit -n 60 && exec "$0" "$@"'])
  const kept = await hipatia.uploads({ name: 'antes.txt', bytes: 'Antes.' })

  // connections that say nothing; more of them each time, as the server closes files that it opened at its start
  const taken: Socket[] = []
  const takeMore = () => {
    for (let count = 0; count < 50; count++) taken.push(connect(server.port, '127.0.0.1').on('error', () => {}))
  }
  const leave = () => {
    for (const connection of taken) connection.destroy()
  }
  onTestFinished(leave)
  const fetchWithout = async () => {
    takeMore()
    return (await hipatia.fetchesBytes(kept.cloudinary_url)).status
  }
  await expect.poll(fetchWithout, { ...waitOptions, interval: 200 }).toBe(503)
  expect((await hipatia.get('/posts')).status).toBe(200)
  // a file that the server closes meanwhile lets an upload through
  const stored = ['antes.txt', 'después.txt']
  const sendMore = async () => {
    takeMore()
    const name = `durante-${stored.length}.txt`
    const answer = await hipatia.sendsFile({ name, bytes: 'Durante.' })
    if (answer.status === 201) stored.push(name)
    else expectRefusal(answer, 503)
    return answer.status
  }
  await expect.poll(sendMore, { ...waitOptions, interval: 200 }).toBe(503)

  leave()
  const sendAfter = async () => (await hipatia.sendsFile({ name: 'después.txt', bytes: 'Después.' })).status
  await expect.poll(sendAfter, waitOptions).toBe(201)
  expect((await hipatia.fetchesBytes(kept.cloudinary_url)).bytes.toString()).toBe('Antes.')
  const names = expectDone(await hipatia.get<{ original_name: string }[]>('/files')).map((file) => file.original_name)
  expect(names.toSorted()).toEqual(stored.toSorted())
  await stop(server)
})

test('after a standstill of the server everybody is signed in, and messages sent during it arrive once', async () => {
  const { server, hipatia } = await open(settings)
  for (const name of ['Ana', 'Bruno']) await hipatia.createsAccount(name)
  const people = await Promise.all(['Ana', 'Bruno'].map((name) => signIn(server.origin, name)))
  const [hers, his] = people.map((person) => {
    const owner = { from: '127.0.0.1', token: person.token, ask: person.ask }
    // at once: a change of the transport would wait for the server
    const page = openPage(server.origin, owner, { transports: ['websocket'] })
    onTestFinished(page.close)
    return page
  }) as [ReturnType<typeof openPage>, ReturnType<typeof openPage>]
  await hers.expectConnected()
  await his.expectConnected()
  await hers.sends('antes')

  server.kill('SIGSTOP')
  // unanswered over the socket, it is sent again by a request
  const sending = hers.sends('durante')
  const reading = Promise.all(people.map((person) => person.get('/auth/me')))
  const message = { message: 'durante, también', client_id: randomUUID() }
  await expect(hers.socket.timeout(1000).emitWithAck('send_message', message)).rejects.toThrow('timed out')
  // as a browser does that misses a ping
  his.socket.io.engine.close()
  await expect.poll(() => his.socket.connected, waitOptions).toBe(false)
  server.kill('SIGCONT')

  await sending
  expect((await reading).map(({ status }) => status)).toEqual([200, 200])
  await his.expectConnected()
  await hers.sends('después')
  for (const page of [hers, his]) await expect.poll(() => page.texts().at(-1), waitOptions).toBe('después')
  expect(seqsOf(hers)).toEqual([...new Set(seqsOf(hers))])
  expect((await readAllMessages(hipatia)).toSorted()).toEqual(['antes', 'después', 'durante', 'durante, también'])
  await stop(server)
})

test('with little memory the longest pages and texts are served to many at once, and the server stays', async () => {
  const { place, server: first } = await open(settings)
  await stop(first)
  await inDatabase(place, async (db) => {
    const author = await rowOf(db, 'users')
    for (let count = 0; count < 100; count++)
      await insertRows(db, 'posts', [newPost(author, { content: 'ñ€𝄞'.repeat(30_000), published_at: 1 })])
  })

  const server = await start(place, { ...settings, NODE_OPTIONS: '--max-old-space-size=128' })
  const hipatia = await signIn(server.origin, 'Hipatia')
  const text = { title: 'Otra', content: 'papiro '.repeat(10_000) }
  const upload = { name: 'grande.bin', bytes: new Uint8Array(5 * 2 ** 20) }
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => hipatia.get('/posts?limit=200')),
    ...Array.from({ length: 20 }, () => hipatia.post('/posts', text)),
    ...Array.from({ length: 10 }, () => hipatia.sendsFile(upload)),
  ])
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([])
  expect(statuses).toContain(200)
  expect((await hipatia.get('/health')).status).toBe(200)
  await stop(server)
})
