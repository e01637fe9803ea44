// Bytes that are being sent when a session ends.
import { afterAll, expect, test } from 'vitest'
import { startCommunity } from '../../support/server/community.ts'
import { openTcp } from '../../support/server/sockets/raw-http.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const size = 48 * 2 ** 20
const community = await startCommunity({ storage: await storageOfThisRun(), maxUploadBytes: size })
afterAll(() => community.close())

/** Begins to download a large file over a connection that is then left unread. */
async function beginDownload(address: string | null) {
  const connection = await openTcp(community.port)
  connection.socket.write(`GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  await expect.poll(() => connection.received().length).toBeGreaterThan(0)
  connection.socket.pause()
  const end = async () => {
    connection.socket.resume()
    return (await connection.end()).length
  }
  return { end }
}

test('a download ends with its session; the one of another session goes on to its end', async () => {
  const ana = await community.signIn('Ana')
  const tablet = await community.signIn('Ana')
  const { id } = await ana.uploads({ name: 'grande.bin', bytes: new Uint8Array(size) })
  const addressFor = async (person: typeof ana) =>
    (await person.get<{ cloudinary_url: string }>(`/files/${id}`)).body.cloudinary_url
  const [cut, whole] = [await beginDownload(await addressFor(ana)), await beginDownload(await addressFor(tablet))]
  expect((await ana.post('/auth/logout')).status).toBe(204)
  expect(await cut.end()).toBeLessThan(size)
  expect(await whole.end()).toBeGreaterThan(size)
})
