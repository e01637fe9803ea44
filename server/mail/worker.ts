import type { Services } from '../services.ts'
import { deliverDue, hasWork } from './deliver.ts'
import { openLease } from './lease.ts'
import { failIfRestored } from './restored.ts'

/** Milliseconds between two looks for what has come due, whoever said so or not. */
const lookEvery = 3000
/** Milliseconds that the letter in hand may take once it is over. */
const finishWithin = 6000

/**
 * Sends what is queued, in every process of which one does at a time. `isAlone` says that there can be no other, so that
 * nobody waits for one that died. Gives back how to stop: the letter in hand is finished, and the right given back.
 */
export function startMailing(services: Services, { isAlone }: { isAlone: boolean }) {
  const { bus, log, mailer } = services
  const lease = openLease(services)
  let isOver = false
  let isWoken = false
  let round: Promise<void> | undefined
  const began = services.now()
  let isLookedAt = false

  async function work() {
    // nothing goes out before, however long the database is out of reach
    if (!isLookedAt) await failIfRestored(services, { began, isAlone })
    isLookedAt = true
    do {
      isWoken = false
      // who has nothing to do asks and writes nothing
      if (!(await hasWork(services))) continue
      await deliverDue(services, lease, () => isOver)
      await lease.release()
    } while (isWoken && !isOver)
  }

  function look() {
    isWoken = true
    if (round || isOver) return
    round = work()
      .catch((err) => log.warn({ err }, 'mail could not be sent'))
      .finally(() => {
        round = undefined
      })
  }

  const unhear = bus.hear(({ kind }) => {
    if (kind === 'mail' || kind === 'missed') look()
  })
  const looking = setInterval(look, lookEvery)
  const begun = isAlone ? lease.seize().catch((err) => log.warn({ err }, 'mail waits for a while')) : Promise.resolve()
  void begun.then(look)

  return {
    async stop() {
      isOver = true
      clearInterval(looking)
      unhear()
      const giveUp = setTimeout(() => mailer.close(), finishWithin)
      await begun
      await round
      clearTimeout(giveUp)
      await lease.close().catch((err) => log.warn({ err }, 'the right to send mail runs out by itself'))
    },
  }
}
