/** Receives the progress of a command. */
export interface Progress {
  /** `name` is for a person: 'tables', 'files'. */
  step(name: string, totalBytes?: number): void
  bytes(count: number): void
  /** A line about something that isn't as it should be: for the log, and for a person with names of files. */
  warn(line: string, lineWithNames?: string): void
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function durationOf(seconds: number) {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

const redrawIntervalMs = 200
const lineIntervalMs = 30_000

/** On a terminal one line that changes, elsewhere a line for each step and every half minute; all on stderr. */
export function printProgress(): Progress & Disposable {
  const out = process.stderr
  let current: { name: string; total: number | undefined; done: number; begunAt: number } | undefined
  let shownAt = 0

  function show(isLast = false) {
    if (!current) return
    const { name, total, done, begunAt } = current
    const seconds = (performance.now() - begunAt) / 1000
    const left = total && done > 0 && !isLast ? `, ${durationOf((seconds * (total - done)) / done)} left` : ''
    const share = total ? ` of ${megabytes(total)}` : ''
    const line = `${name}: ${megabytes(done)}${share}${left}`
    out.write(out.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    shownAt = performance.now()
  }

  function endStep() {
    if (!current) return
    show(true)
    if (out.isTTY) out.write('\n')
    current = undefined
  }

  return {
    step(name, total) {
      endStep()
      current = { name, total, done: 0, begunAt: performance.now() }
      shownAt = performance.now()
    },
    bytes(count) {
      if (!current) return
      current.done += count
      if (performance.now() - shownAt > (out.isTTY ? redrawIntervalMs : lineIntervalMs)) show()
    },
    warn(line, lineWithNames = line) {
      if (out.isTTY && current) out.write('\r\x1b[K')
      out.write(`${lineWithNames}\n`)
    },
    [Symbol.dispose]: endStep,
  }
}
