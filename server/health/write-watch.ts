import { recordWrite } from '../epoch/epoch-file.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { checkpoint } from './queries.ts'

const defaultTimes = {
  pollIntervalMs: 5000,
  /** Interval of writes that succeed. */
  writeIntervalMs: 30_000,
  /** After it the database counts as not writable. */
  maxAgeMs: 60_000,
}
export type WriteWatchTimes = typeof defaultTimes

/** Writes to the database at intervals, to know that it can be written to (DECISIONS §1, "health"). */
export function watchWrites({ db, log, epochFile }: Pick<Services, 'db' | 'log' | 'epochFile'>, times = defaultTimes) {
  const { pollIntervalMs, writeIntervalMs, maxAgeMs } = times
  // the migrations have just been written
  let writtenAt = performance.now()

  const writing = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (performance.now() - writtenAt < writeIntervalMs) return
      const begunAt = performance.now()
      await recordWrite({ db, epochFile })
      await checkpoint(db)
      writtenAt = begunAt
    },
    onError: (err) => log.error({ err }, 'the database can’t be written to'),
  })

  return {
    /** True if a write went through within `maxAgeMs`. */
    isWritable: () => performance.now() - writtenAt < maxAgeMs,
    stop: writing.stop,
  }
}
