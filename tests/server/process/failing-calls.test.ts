// System calls that fail under a running server: the disk of the database, or of the archive (tests/README.md, 6 to 8).
// Most of it needs strace: where there is none, or where it may not trace, those tests don't exist.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { serversOfThisFile, signIn } from '../../support/server/processes/server-process.ts'
import { canTrace, failCalls } from '../../support/server/processes/strace.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { open, start, stop } = serversOfThisFile()
const settings = { LOG_LEVEL: 'error' }
const syncs = 'fsync,fdatasync'
type Someone = Awaited<ReturnType<typeof signIn>>

/** The archive has the file from before, and takes another one. */
async function expectRecovered(who: Someone, kept: { cloudinary_url: string | null }) {
  await who.uploads({ name: 'después.txt', bytes: 'Después.' })
  expect((await who.fetchesBytes(kept.cloudinary_url)).bytes.toString()).toBe('Antes.')
  const files = expectDone(await who.get<{ original_name: string }[]>('/files'))
  expect(new Set(files.map((file) => file.original_name))).toEqual(new Set(['antes.txt', 'después.txt']))
}

const titles = async (who: Someone) =>
  expectDone(await who.get<{ title: string }[]>('/posts')).map(({ title }) => title)

if (canTrace)
  onSqlite('if a change can’t be made durable, it isn’t acknowledged, and the server ends', async () => {
    const { place, server, hipatia } = await open(settings)
    await hipatia.writes({ title: 'Antes' })
    const detach = await failCalls(server.pid, 'main thread', { calls: syncs, error: 'EIO' })
    await expect(hipatia.writes({ title: 'Durante' })).rejects.toThrow('fetch failed')
    const stderr = expect.stringContaining('a sync failed, so that nothing more can be kept')
    expect(await server.ended).toMatchObject({ code: 1, stderr })
    await detach()

    const again = await start(place, settings)
    expect(await titles(await signIn(again.origin, 'Hipatia'))).toContain('Antes')
    await stop(again)
  })

if (canTrace)
  onSqlite('if the log can’t be copied into the database, the server isn’t healthy, until it can', async () => {
    const writeWatch = { pollIntervalMs: 20, writeIntervalMs: 100, maxAgeMs: 2000 }
    const { visitor, dataDir } = await communityOfThisTest({ writeWatch })
    const health = async () => (await visitor.get('/health')).status
    expect(await health()).toBe(200)
    const path = join(dataDir, 'alejandria.db')
    // a failing sync of that file ends a server, as one of the log does
    const detach = await failCalls(process.pid, 'main thread', { calls: 'pwrite64', error: 'EIO', path })
    await expect.poll(health).toBe(503)
    await detach()
    await expect.poll(health).toBe(200)
  })

test('an archive whose folder is replaced by a file is 503 until the folder is back, and everything else works', async () => {
  const { hipatia, dataDir } = await communityOfThisTest()
  const kept = await hipatia.uploads({ name: 'antes.txt', bytes: 'Antes.' })
  const folder = join(dataDir, 'files')
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, '')
  expectRefusal(await hipatia.sendsFile({ name: 'durante.txt', bytes: 'Durante.' }), 503)
  expect((await hipatia.fetchesBytes(kept.cloudinary_url)).status).toBe(503)
  await hipatia.writes({ title: 'Durante' })
  rmSync(folder)
  renameSync(`${folder}-away`, folder)
  await expectRecovered(hipatia, kept)
})

if (canTrace)
  test('an archive whose disk fails is 503, and everything else works', async () => {
    const { server, hipatia } = await open(settings)
    const kept = await hipatia.uploads({ name: 'antes.txt', bytes: 'Antes.' })
    for (const [calls, error, statusOfBytes] of [
      [syncs, 'EIO', 200],
      ['openat', 'EROFS', 503],
      ['openat', 'EIO', 503],
    ] as const) {
      const detach = await failCalls(server.pid, 'other threads', { calls, error })
      expectRefusal(await hipatia.sendsFile({ name: 'durante.txt', bytes: 'Durante.' }), 503)
      expect((await hipatia.fetchesBytes(kept.cloudinary_url)).status, `${error} of ${calls}`).toBe(statusOfBytes)
      const { title } = await hipatia.writes({ title: `Durante ${error} de ${calls}` })
      expect(await titles(hipatia)).toContain(title)
      await detach()
      await expectRecovered(hipatia, kept)
    }
    await stop(server)
  })
