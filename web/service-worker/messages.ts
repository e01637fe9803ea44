/** Messages between pages and the worker. */
export const messages = {
  /** From a page: the waiting version takes over. */
  activate: 'activate',
} as const
