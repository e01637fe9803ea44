import type { FastifyBaseLogger } from 'fastify'

/** Further tasks are dropped. */
const maxRunning = 200

/** Tasks that no answer waits for. Their errors are logged. */
export function createBackground() {
  const running = new Set<Promise<void>>()
  return {
    run(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, name: string, task: () => Promise<unknown>) {
      if (running.size >= maxRunning) return log.warn({ task: name }, 'a task was dropped: too many are running')
      const ended: Promise<void> = task()
        .then(
          () => {},
          (err) => log.error({ err, task: name }, 'a task failed'),
        )
        .finally(() => running.delete(ended))
      running.add(ended)
    },
    /** Waits for all tasks, also for those that begin meanwhile. */
    async finish() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

export type Background = ReturnType<typeof createBackground>
