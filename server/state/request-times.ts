const hourMs = 3_600_000
const hours = 24
/** Upper ends of the classes in which requests are counted, in milliseconds. */
const classes = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 5000, 10_000, 30_000, 60_000]
/** Of the requests of a kind. */
const minCount = 20
const share = 0.95

interface Times {
  counts: number[]
  totalMs: number
}

interface Slowest {
  request: string
  /** 19 of 20 took at most so long. */
  ms: number
  count: number
}

/** Durations of requests of each kind, in the last day of this process. */
export function createRequestTimes(now: () => number) {
  const byHour = new Map<number, Map<string, Times>>()

  function dropOld() {
    const first = Math.floor(now() / hourMs) - hours
    for (const hour of byHour.keys()) if (hour <= first) byHour.delete(hour)
  }

  function timesOfHour(hour: number) {
    const known = byHour.get(hour)
    if (known) return known
    dropOld()
    const times = new Map<string, Times>()
    byHour.set(hour, times)
    return times
  }

  return {
    add(request: string, ms: number) {
      const ofHour = timesOfHour(Math.floor(now() / hourMs))
      const times = ofHour.get(request) ?? { counts: classes.map(() => 0), totalMs: 0 }
      ofHour.set(request, times)
      const found = classes.findIndex((max) => ms <= max)
      const index = found < 0 ? classes.length - 1 : found
      times.counts[index] = (times.counts[index] ?? 0) + 1
      times.totalMs += ms
    },
    slowest(): Slowest | null {
      dropOld()
      const all = new Map<string, Times>()
      for (const ofHour of byHour.values())
        for (const [request, { counts, totalMs }] of ofHour) {
          const sum = all.get(request) ?? { counts: classes.map(() => 0), totalMs: 0 }
          all.set(request, {
            counts: sum.counts.map((count, i) => count + (counts[i] ?? 0)),
            totalMs: sum.totalMs + totalMs,
          })
        }
      const measured = [...all].flatMap(([request, { counts, totalMs }]) => {
        const count = counts.reduce((sum, ofClass) => sum + ofClass, 0)
        if (count < minCount) return []
        let below = 0
        const index = counts.findIndex((ofClass) => {
          below += ofClass
          return below >= count * share
        })
        return [{ request, ms: classes[index] ?? 0, count, mean: totalMs / count }]
      })
      const [slowest] = measured.toSorted((a, b) => b.ms - a.ms || b.mean - a.mean)
      return slowest ? { request: slowest.request, ms: slowest.ms, count: slowest.count } : null
    },
  }
}

export type RequestTimes = ReturnType<typeof createRequestTimes>
