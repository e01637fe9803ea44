// kill -9 at the system calls of an upload, in short: `lab/crash.ts --syscalls` is the long form. Where there is no
// strace, or where it may not trace, these tests don't exist.
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sweep } from '../../../lab/crash/syscalls.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest } from '../../support/server/processes/server-process.ts'
import { canTrace } from '../../support/server/processes/strace.ts'
import { createTempDir } from '../../support/server/storage/storage.ts'

const open = async () => ({
  place: await locationOfThisTest(),
  journalFolder: await createTempDir(),
  operation: 'upload by form',
})

if (canTrace)
  onSqlite(
    'a kill at any sync of an upload, or when its file is named, loses nothing and leaves nothing half done',
    async () => {
      const { kills, problems } = await sweep({ ...(await open()), calls: ['fsync', 'link'] })
      expect(problems).toEqual([])
      // the bytes, their folder, their name, and the row before the answer
      expect(kills).toBeGreaterThanOrEqual(5)
    },
  )

if (canTrace)
  onSqlite('a log that isn’t on the disk after such a kill is noticed', async () => {
    const options = await open()
    const afterKill = () => truncateSync(join(options.place.dataDir, 'alejandria.db-wal'))
    const { kills, problems } = await sweep({ ...options, calls: ['fsync'], maxKills: 1, afterKill })
    expect(kills).toBe(1)
    expect(problems).toContainEqual(expect.stringMatching(/^killed at call 1 of fsync in the main thread: /))
  })
