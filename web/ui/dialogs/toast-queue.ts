type ToastMessage = { tone: 'success' | 'error'; text: string }

/** Keeps messages until the view is loaded. */
export class ToastQueue {
  onFirst: () => void = () => {}
  #waiting: ToastMessage[] = []
  #show: ((message: ToastMessage) => void) | null = null

  success = (text: string) => this.#add({ tone: 'success', text })
  error = (text: string) => this.#add({ tone: 'error', text })

  attach(show: (message: ToastMessage) => void) {
    this.#show = show
    for (const message of this.#waiting.splice(0)) show(message)
    return () => {
      this.#show = null
    }
  }

  #add(message: ToastMessage) {
    if (this.#show) return this.#show(message)
    this.#waiting.push(message)
    this.onFirst()
  }
}
