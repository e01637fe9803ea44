// @databases both
// A database that came back from a copy by whatever way: all sessions end, and the audit trail says so.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { createDatabase } from '../../../tools/postgres.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { personWith } from '../../support/server/community.ts'
import { expectDone } from '../../support/server/person.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()
const tokenOf = async (origin: string) => (await signIn(origin, 'Hipatia')).token as string

/** Copies the database of a server that has ended, by the database's own means. Returns a function that puts it back. */
async function copyOf(place: DatabaseLocation): Promise<() => DatabaseLocation> {
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl !== undefined && place.databaseUrl !== undefined) {
    const databaseUrl = await createDatabase(postgresUrl, new URL(place.databaseUrl).pathname.slice(1))
    return () => ({ ...place, databaseUrl })
  }
  const file = join(place.dataDir, 'alejandria.db')
  copyFileSync(file, `${file}.copia`)
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    copyFileSync(`${file}.copia`, file)
    return place
  }
}

async function restorations(origin: string, token: string) {
  const events = expectDone(await personWith(origin, token).get<AuditEvent[]>('/audit?limit=100'))
  return events.filter(({ action }) => action === 'database_restored').length
}

const isSignedIn = async (origin: string, token: string) =>
  (await personWith(origin, token).get('/auth/me')).status === 200

test('an older copy of the database that is put back: nobody is signed in, once, and the trail says so', async () => {
  const place = await locationOfThisTest()
  const first = await servers.start(place, hipatiasServer)
  const token = await tokenOf(first.origin)
  await servers.stop(first)
  const putBack = await copyOf(place)

  const second = await servers.start(place)
  expect(await isSignedIn(second.origin, token)).toBe(true)
  expect(await restorations(second.origin, token)).toBe(0)
  await servers.stop(second)

  const old = putBack()
  const third = await servers.start(old)
  expect(await isSignedIn(third.origin, token)).toBe(false)
  const newToken = await tokenOf(third.origin)
  expect(await restorations(third.origin, newToken)).toBe(1)
  await servers.stop(third)

  const fourth = await servers.start(old)
  expect(await isSignedIn(fourth.origin, newToken)).toBe(true)
  expect(await restorations(fourth.origin, newToken)).toBe(1)
  await servers.stop(fourth)
})

test('a server that was killed, and one whose note of the epoch was lost to a power cut, keep everybody signed in', async () => {
  const place = await locationOfThisTest()
  const first = await servers.start(place, hipatiasServer)
  const token = await tokenOf(first.origin)
  first.kill('SIGKILL')
  await first.ended
  writeFileSync(join(place.dataDir, 'epoch'), '')

  const second = await servers.start(place)
  expect(await isSignedIn(second.origin, token)).toBe(true)
  second.kill('SIGKILL')
  await second.ended
  const third = await servers.start(place)
  expect(await isSignedIn(third.origin, token)).toBe(true)
  expect(await restorations(third.origin, token)).toBe(0)
  await servers.stop(third)
})
