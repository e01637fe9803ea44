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
  /** To a page whose session the worker has forgotten while it slept: the page asks something with its token, and answers at the port. */
  asked: 'asked',
  /** To a page: a notification was pressed, and the page answers at the port that it opens the address. */
  open: 'open',
} as const

/** `at` is the moment of the oldest answer that the page got. */
export type FromWorker =
  | { type: typeof messages.stored; at: string }
  | { type: typeof messages.asked }
  | { type: typeof messages.open; path: string }
