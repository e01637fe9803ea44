// Messages between pages and the worker.

export const messages = {
  /** From a page: the waiting version takes over. */
  activate: 'activate',
  /** From a page that was loaded: asks for the last `stored`. */
  loaded: 'loaded',
  /** From a page whose connection is back. */
  connected: 'connected',
  /** To a page: it was answered from the store. */
  stored: 'stored',
} as const

/** `at` is the moment of the oldest answer that the page got. */
export interface FromWorker {
  type: typeof messages.stored
  at: string
}
