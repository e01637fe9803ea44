import { type LoggerOptions, levels } from 'pino'
import { createErrorCounter, type ErrorCounter } from './error-counter.ts'
import { createSlowRequests, type SlowRequests } from './slow-requests.ts'

/** Counts that a process makes of its own work. */
export interface Diagnostics {
  errors: ErrorCounter
  slowRequests: SlowRequests
}

export const createDiagnostics = (now: () => number): Diagnostics => ({
  errors: createErrorCounter(now),
  slowRequests: createSlowRequests(now),
})

/** Counts lines of level error and above, by their field `kind` or else by their text. */
export const countErrors = ({ errors }: Diagnostics): NonNullable<LoggerOptions['hooks']> => ({
  logMethod(args, method, level) {
    if (level >= (levels.values.error ?? 0)) {
      const [about, text] = args as unknown[]
      const { kind = text } = (about !== null && typeof about === 'object' ? about : { kind: about }) as {
        kind?: unknown
      }
      errors.add(String(kind))
    }
    method.apply(this, args)
  },
})
