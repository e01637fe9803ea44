// How the server ends (DECISIONS §1): told to, with requests in flight, and by force.
import { once } from 'node:events'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { done, someone } from './support/community.ts'
import { freePort } from './support/free-port.ts'
import { openSocket, readAnswer } from './support/raw-http.ts'
import { login, placeOfThisTest, serversOfThisFile } from './support/server-process.ts'

// each test starts several programs
vi.setConfig({ testTimeout: 60_000 })
const { start, stop } = serversOfThisFile()

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: a request in flight is finished, nothing new begins, and the end is 0',
    async (signal) => {
      const place = await placeOfThisTest()
      const server = await start(place, { ADMIN_PASSWORD: 'la de siempre' })
      const { access_token } = done(await login(server.origin, 'admin', 'la de siempre'))
      const body = JSON.stringify({ title: 'A medias', content: 'Terminado a tiempo', is_published: true })
      const line = await openSocket(server.port)
      line.socket.write(
        `POST /api/posts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${access_token}\r\ncontent-type: application/json\r\n` +
          `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
      )
      await once(line.socket, 'data') // the server is at this request
      const idle = await openSocket(server.port)
      const begun = Date.now()
      server.kill(signal)
      // it has let go of its port when nobody is let in any more
      for (;;) {
        const refused = await openSocket(server.port).then(
          ({ socket }) => void socket.destroy(),
          (error: { code?: string }) => error.code,
        )
        if (refused === 'ECONNREFUSED') break
      }
      line.socket.write(body.slice(10))
      const answer = readAnswer((await line.end()).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({ title: 'A medias' })
      const { code, signal: by } = await server.ended
      expect({ code, by }).toEqual({ code: 0, by: null })
      // not held up by lines on which nothing is asked, or nothing any more
      expect(Date.now() - begun).toBeLessThan(7000)
      await idle.end()

      const again = await start(place)
      const reader = someone(again.origin, access_token)
      expect(done(await reader.get<{ content: string }[]>('/posts'))).toMatchObject([{ content: 'Terminado a tiempo' }])
      await stop(again)
    },
  )

  test('a request that never ends is given up in time', async () => {
    const place = await placeOfThisTest()
    const server = await start(place, { ADMIN_PASSWORD: 'la de siempre' })
    const line = await openSocket(server.port)
    line.socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    )
    await once(line.socket, 'data')
    const begun = Date.now()
    await stop(server)
    expect(Date.now() - begun).toBeLessThan(10_000)
  })

  test('open sockets don’t hold it up: their browsers hear of it, and come back to the next start by themselves', async () => {
    const place = await placeOfThisTest()
    const settings = { PORT: `${await freePort()}`, ADMIN_PASSWORD: 'la de siempre' }
    const server = await start(place, settings)
    const { access_token } = done(await login(server.origin, 'admin', 'la de siempre'))
    const sockets = (['websocket', 'polling'] as const).map((transport) =>
      io(server.origin, { auth: { token: access_token }, transports: [transport], reconnectionDelay: 100 }),
    )
    onTestFinished(() => {
      for (const socket of sockets) socket.close()
    })
    const isConnected = () => sockets.every(({ connected }) => connected)
    await vi.waitFor(() => expect(isConnected()).toBe(true))
    const reasons = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)))
    const begun = Date.now()
    await stop(server)
    expect(Date.now() - begun).toBeLessThan(7000)
    // not 'io server disconnect', after which a browser stays away
    expect(await Promise.all(reasons)).toEqual(['transport close', 'transport close'])
    const again = await start(place, settings)
    await vi.waitFor(() => expect(isConnected()).toBe(true), 20_000)
    await stop(again)
  })

  test('kill -9 loses nothing that was answered, and the next start works', async () => {
    const place = await placeOfThisTest()
    const server = await start(place, { ADMIN_PASSWORD: 'la de siempre' })
    const { access_token } = done(await login(server.origin, 'admin', 'la de siempre'))
    const writer = someone(server.origin, access_token)
    const answered: string[] = []
    const writing = Array.from({ length: 20 }, () =>
      writer.writes().then(
        ({ id }) => answered.push(id),
        () => {}, // cut off
      ),
    )
    await Promise.race(writing)
    server.kill('SIGKILL')
    await Promise.all(writing)
    expect((await server.ended).signal).toBe('SIGKILL')
    expect(answered.length).toBeGreaterThan(0)

    const again = await start(place)
    const kept = done(await someone(again.origin, access_token).get<{ id: string }[]>('/posts')).map(({ id }) => id)
    expect(kept).toEqual(expect.arrayContaining(answered))
    await stop(again)
  })
})
