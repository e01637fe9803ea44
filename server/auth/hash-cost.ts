export interface HashCost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's smaller profile: 19 MiB, two passes. About 20 ms of one core, off the main thread. Only tests lower it. */
export const hashCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
