// @databases both
// A database that came back from a copy by whatever way: all sessions end, and the audit trail says so.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { createDatabase } from '../../../tools/postgres.ts'
import { expectDone, personWith } from '../../support/server/community.ts'
import { serversOfThisFile, signIn } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()
type Server = { origin: string }

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

/** Restorations in the trail, if the token is of a session; else the refusal's status. */
async function restorationsSeenWith(token: string | undefined, { origin }: Server) {
  const answer = await personWith(origin, token).get<AuditEvent[]>('/audit?limit=100')
  if (answer.status === 401) return 401
  return expectDone(answer).filter(({ action }) => action === 'database_restored').length
}

test('an older copy of the database that is put back: nobody is signed in, once, and the trail says so', async () => {
  const { place, server: first, hipatia } = await servers.open()
  await servers.stop(first)
  const putBack = await copyOf(place)

  const second = await servers.start(place)
  expect(await restorationsSeenWith(hipatia.token, second)).toBe(0)
  await servers.stop(second)

  const old = putBack()
  const third = await servers.start(old)
  expect(await restorationsSeenWith(hipatia.token, third)).toBe(401)
  const { token } = await signIn(third.origin, 'Hipatia')
  expect(await restorationsSeenWith(token, third)).toBe(1)
  await servers.stop(third)

  const fourth = await servers.start(old)
  expect(await restorationsSeenWith(token, fourth)).toBe(1)
  await servers.stop(fourth)
})

test('a server that was killed, and one whose note of the epoch was lost to a power cut, keep everybody signed in', async () => {
  const { place, server: first, hipatia } = await servers.open()
  first.kill('SIGKILL')
  await first.ended
  writeFileSync(join(place.dataDir, 'epoch'), '')

  const second = await servers.start(place)
  expect(await restorationsSeenWith(hipatia.token, second)).toBe(0)
  second.kill('SIGKILL')
  await second.ended
  const third = await servers.start(place)
  expect(await restorationsSeenWith(hipatia.token, third)).toBe(0)
  await servers.stop(third)
})
