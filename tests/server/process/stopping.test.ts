// Stopping the server (DECISIONS §1): on request, with requests in flight, and by force.
import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../tools/free-port.ts'
import { expectDone, personWith } from '../../support/server/community.ts'
import { serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { openTcp, readAnswer } from '../../support/server/sockets/raw-http.ts'

const { open, start, stop } = serversOfThisFile()

/** Logged by a stop that doesn't wait any longer. */
const cutOff = /"msg":"(connections are|work in progress is) cut off"/

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: a request in flight is finished, new requests are refused, and the exit code is 0',
  async (signal) => {
    const { place, server, hipatia } = await open()
    const body = JSON.stringify({ title: 'A medias', content: 'Terminado a tiempo', is_published: true })
    const connection = await openTcp(server.port)
    connection.socket.write(
      `POST /api/posts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${hipatia.token}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
    )
    await once(connection.socket, 'data') // the server is handling this request
    const idle = await openTcp(server.port)
    server.kill(signal)
    // its port is free when connections are refused
    for (;;) {
      const refused = await openTcp(server.port).then(
        ({ socket }) => void socket.destroy(),
        (error: { code?: string }) => error.code,
      )
      if (refused === 'ECONNREFUSED') break
    }
    connection.socket.write(body.slice(10))
    const answer = readAnswer((await connection.end()).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))
    expect(answer).toMatchObject({ status: 201, body: { title: 'A medias' } })
    // not delayed by connections that are idle or never had a request
    const stdout = expect.not.stringMatching(cutOff)
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stdout })
    await idle.end()

    const again = await start(place)
    const posts = expectDone(await personWith(again.origin, hipatia.token).get('/posts'))
    expect(posts).toMatchObject([{ content: 'Terminado a tiempo' }])
    await stop(again)
  },
)

test('a stop aborts a request that never ends in time', async () => {
  const { server } = await open()
  const connection = await openTcp(server.port)
  connection.socket.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  )
  await once(connection.socket, 'data')
  const log = await stop(server)
  expect(log).toMatch(cutOff)
  const [begun = 0, ended = Infinity] = ['stopping', 'stopped'].map((message) => {
    const line = log.split('\n').find((line) => line.includes(`"msg":"${message}"`))
    return (JSON.parse(line ?? '{}') as { time?: number }).time
  })
  // by the server's own clock: the test's is late on a busy machine
  expect(ended - begun).toBeLessThan(10_000)
})

test('open sockets don’t delay the stop, and their browsers reconnect to the next process', async () => {
  const PORT = `${await freePort()}`
  const { place, server, hipatia } = await open({ PORT })
  const sockets = (['websocket', 'polling'] as const).map((transport) =>
    io(server.origin, { auth: { token: hipatia.token }, transports: [transport], reconnectionDelay: 100 }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.close()
  })
  const isConnected = () => sockets.every(({ connected }) => connected)
  await expect.poll(isConnected).toBe(true)
  const reasons = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)))
  expect(await stop(server)).not.toMatch(cutOff)
  // Not 'io server disconnect', after which a browser doesn't reconnect. A poll that is under way may be answered or
  // cut off: 'transport close' or 'transport error'.
  for (const reason of await Promise.all(reasons)) expect(reason).toMatch(/^transport (close|error)$/)
  const again = await start(place, { PORT })
  await expect.poll(isConnected).toBe(true)
  await stop(again)
})
