import { texts } from '../texts.ts'

/** Long enough for a steady rate, short enough to follow a change. */
const windowMs = 15_000

interface Sample {
  at: number
  sent: number
}

export class TransferRate {
  #samples: Sample[] = []

  add(sent: number, at = Date.now()) {
    const last = this.#samples.at(-1)
    // the server had received less than an interrupted attempt sent
    if (last && sent < last.sent) this.#samples = []
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < windowMs), { at, sent }]
  }

  reset() {
    this.#samples = []
  }

  /** Undefined until there are enough samples. */
  secondsLeft(total: number): number | undefined {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < 1500 || last.sent <= first.sent) return undefined
    const perMillisecond = (last.sent - first.sent) / (last.at - first.at)
    return (total - last.sent) / perMillisecond / 1000
  }
}

/** 'quedan 2 min': rounded up, so that it rarely takes longer than announced. */
export function formatTimeLeft(seconds: number) {
  if (seconds < 55) return texts.secondsLeft(Math.max(5, Math.ceil(seconds / 5) * 5))
  if (seconds < 55 * 60) return texts.minutesLeft(Math.ceil(seconds / 60))
  return texts.hoursLeft(Math.ceil(seconds / 3600))
}
