/** Milliseconds that the pace is taken over: long enough to be calm, short enough to notice a change. */
const span = 15_000

interface Moment {
  at: number
  sent: number
}

/** How long the rest will take, as far as the last seconds tell. */
export class Pace {
  #moments: Moment[] = []

  note(sent: number, at = Date.now()) {
    const last = this.#moments.at(-1)
    // an earlier try had sent more than arrived
    if (last && sent < last.sent) this.#moments = []
    this.#moments = [...this.#moments.filter((moment) => at - moment.at < span), { at, sent }]
  }

  forget() {
    this.#moments = []
  }

  /** Undefined until there is something to go by. */
  secondsLeft(total: number): number | undefined {
    const first = this.#moments[0]
    const last = this.#moments.at(-1)
    if (!first || !last || last.at - first.at < 1500 || last.sent <= first.sent) return undefined
    const perMillisecond = (last.sent - first.sent) / (last.at - first.at)
    return (total - last.sent) / perMillisecond / 1000
  }
}
