// A process that may open few files: idle connections of one network don't take them all.
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop } = serversOfThisFile()
const withFewFiles = ['sh', '-c', 'ulimit -n 256 && exec "$@"', 'sh']

/** A status, asked over a new connection from an address of this machine; undefined if it was refused. */
const statusFrom = (localAddress: string, port: number) =>
  new Promise<number | undefined>((resolve) => {
    request({ host: '127.0.0.1', port, localAddress, path: '/api/health', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', () => resolve(undefined))
      .end()
  })

test('400 idle connections from one address keep nobody else out, and when they end that address is served again', async () => {
  const place = await locationOfThisTest()
  const server = await start(place, {}, withFewFiles)
  const idle = await Promise.all(
    Array.from({ length: 400 }, async () => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => {})
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
      if (!socket.destroyed) socket.write('GET /api/health HTTP/1.1\r\nhost: ')
      return socket
    }),
  )
  await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300)
  expect(await statusFrom('127.0.0.1', server.port)).toBeUndefined()
  for (let i = 0; i < 20; i++) expect(await statusFrom('127.0.0.2', server.port)).toBe(200)

  for (const socket of idle) socket.destroy()
  await expect.poll(() => statusFrom('127.0.0.1', server.port)).toBe(200)
  await stop(server)
})
