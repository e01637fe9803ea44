import { createErrorCounter, type ErrorCounter } from './error-counter.ts'
import { createRequestTimes, type RequestTimes } from './request-times.ts'

/** Measurements that a process makes of itself. */
export interface Diagnostics {
  errors: ErrorCounter
  requests: RequestTimes
  policyReports: ErrorCounter
}

export const createDiagnostics = (now: () => number): Diagnostics => ({
  errors: createErrorCounter(now),
  requests: createRequestTimes(now),
  policyReports: createErrorCounter(now),
})
