import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'

const pollIntervalMs = 60_000
const megabyte = 2 ** 20

/** Logs that the disk is filling up: when it begins, and after a restart. */
export function watchDisk({ disk, log }: Pick<Services, 'disk' | 'log'>) {
  let wasLow = false
  const watching = poll({
    everyMs: pollIntervalMs,
    async work() {
      const { free_bytes, total_bytes, is_low } = await disk.read()
      if (is_low && !wasLow) {
        const [freeMegabytes, totalMegabytes] = [free_bytes, total_bytes].map((size) => Math.floor(size / megabyte))
        log.warn({ freeMegabytes, totalMegabytes }, 'the disk of DATA_DIR is filling up')
      }
      wasLow = is_low
    },
    onError: (err) => log.warn({ err }, 'the space of the disk could not be read'),
  })
  watching.wake()
  return watching
}
