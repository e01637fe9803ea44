export type Said = { tone: 'success' | 'error'; text: string }

/** Keeps messages until the view is there to show them. */
export class ToastQueue {
  onFirst: () => void = () => {}
  #waiting: Said[] = []
  #show: ((said: Said) => void) | null = null

  success = (text: string) => this.#say({ tone: 'success', text })
  error = (text: string) => this.#say({ tone: 'error', text })

  /** The view takes over; answers how to leave again. */
  attach(show: (said: Said) => void) {
    this.#show = show
    for (const said of this.#waiting.splice(0)) show(said)
    return () => {
      this.#show = null
    }
  }

  #say(said: Said) {
    if (this.#show) return this.#show(said)
    this.#waiting.push(said)
    this.onFirst()
  }
}
