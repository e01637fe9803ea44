export interface Job {
  names: string[]
  /** Part of the machine that it keeps busy: two slots are one processor. */
  slots: number
  /** Name of the job that has to end before. */
  after?: string
}

/** Runs each job as soon as there are free slots for it; the first ones of the list first. */
export async function runQueue<J extends Job>(jobs: J[], slots: number, run: (job: J) => Promise<void>) {
  const waiting = [...jobs]
  const running = new Map<J, Promise<void>>()
  const isOpen = (name?: string) => [...waiting, ...running.keys()].some(({ names }) => name && names.includes(name))
  const used = () => [...running.keys()].reduce((sum, job) => sum + job.slots, 0)
  const canStart = (job: J) => !isOpen(job.after) && (running.size === 0 || used() + job.slots <= slots)
  while (waiting.length + running.size > 0) {
    const next = waiting.find(canStart)
    if (next) {
      waiting.splice(waiting.indexOf(next), 1)
      running.set(
        next,
        run(next).finally(() => running.delete(next)),
      )
    } else await Promise.race(running.values())
  }
}
