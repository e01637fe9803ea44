import type { ChatMessage } from '../../contract/chat.ts'
import type { Services } from '../services.ts'
import { findHead, listAfter } from './queries.ts'
import { toChatMessage } from './wire.ts'

/** Messages that are read at once. */
const atOnce = 200
/** Milliseconds between two looks that nobody asked for. */
const lookEvery = 1000

/**
 * Tells of each message that is committed from now on, by whatever process, once and in the order of `seq`: read from
 * the database from where it stands, whenever there may be something.
 */
export async function openFeed({ db, bus, log }: Services, tell: (message: ChatMessage) => void) {
  let head = await findHead(db)
  let isWanted = false
  let isReading = false

  async function read() {
    isWanted = true
    if (isReading) return
    isReading = true
    try {
      while (isWanted) {
        isWanted = false
        const messages = (await listAfter(db, head, atOnce)).map(toChatMessage)
        for (const message of messages) {
          head = message.seq
          tell(message)
        }
        isWanted ||= messages.length === atOnce
      }
    } catch (err) {
      log.warn({ err }, 'new messages could not be read') // the next look does
    } finally {
      isReading = false
    }
  }

  const stopHearing = bus.hear(({ kind }) => {
    if (kind === 'chat' || kind === 'missed') void read()
  })
  const looking = setInterval(() => void read(), lookEvery)
  return () => {
    stopHearing()
    clearInterval(looking)
  }
}
