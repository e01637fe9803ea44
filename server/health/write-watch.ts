import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { writeHealthRow } from './queries.ts'

const pollIntervalMs = 5000
/** Interval of writes that succeed. */
const writeIntervalMs = 30_000
const maxAgeMs = 60_000

/** Writes to the database at intervals, to know that it can be written to (DECISIONS §1, "health"). */
export function watchWrites({ db, log }: Pick<Services, 'db' | 'log'>) {
  // the migrations have just been written
  let writtenAt = performance.now()

  const writing = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (performance.now() - writtenAt < writeIntervalMs) return
      const begunAt = performance.now()
      await writeHealthRow(db)
      writtenAt = begunAt
    },
    onError: (err) => log.error({ err }, 'the database can’t be written to'),
  })

  return {
    /** True if a write went through within the last minute. */
    isWritable: () => performance.now() - writtenAt < maxAgeMs,
    stop: writing.stop,
  }
}
