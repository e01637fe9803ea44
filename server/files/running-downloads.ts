import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { listActiveSessions } from '../auth/queries.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'

const pollIntervalMs = 5000
const lastBytesMs = 50

/** Cuts off the bytes that are being sent to a session when it ends: on each signal, and at intervals. */
export function cutDownloads(app: FastifyInstance, { db, bus, now, log }: Services) {
  const running = new Map<FastifyReply, string>()

  async function recheck() {
    if (running.size === 0) return
    const active = new Set(
      (await listActiveSessions(db, [...new Set(running.values())], now())).map(({ session_id }) => session_id),
    )
    // without a head it is found at the next interval, and at its end the connection is for the next request
    const isSending = ({ raw }: FastifyReply) => raw.headersSent && !raw.writableEnded
    const ended = [...running].filter(([reply, session]) => isSending(reply) && !active.has(session))
    if (ended.length === 0) return
    // one whose last bytes have been sent ends by itself
    await sleep(lastBytesMs)
    for (const [reply] of ended) if (isSending(reply)) reply.raw.destroy()
  }

  const checking = poll({
    everyMs: pollIntervalMs,
    work: recheck,
    onError: (err) => log.warn({ err }, 'sessions of downloads could not be checked'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'account' || kind === 'resync') wake()
      }),
  })
  app.addHook('preClose', async () => {
    await checking.stop()
  })

  return (reply: FastifyReply, session: string) => {
    // the client left while the file was looked for: there is no further 'close'
    if (reply.raw.destroyed) return
    running.set(reply, session)
    reply.raw.once('close', () => running.delete(reply))
  }
}

export type CutWithSession = ReturnType<typeof cutDownloads>
