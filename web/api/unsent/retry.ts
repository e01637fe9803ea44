import { type ErrorCode, errors } from '../../../contract/errors.ts'
import type { Problem } from '../../../contract/index.ts'

/** Refusals independent of what is sent: not signed in, too slow, too often. */
const transientStatuses = [401, 408, 429]

function statusOf(error: unknown) {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: ErrorCode }
  if (typeof status === 'number') return status
  return code !== undefined && code in errors ? errors[code][0] : 0
}

/** True if a retry would be refused again; any other error is worth a retry. */
export function isRefusal(error: unknown) {
  const status = statusOf(error)
  return status >= 400 && status < 500 && !transientStatuses.includes(status)
}

/** True if the person only sends too fast for now. */
export const isTooFast = (error: unknown) => statusOf(error) === 429

/** True if the thing has another version than the one that was changed. */
export const isStale = (error: unknown) => statusOf(error) === 412

/** Delay that the server asked for. */
export const retryAfterMsOf = (error: unknown) =>
  (error as { retryAfterMs?: number | undefined } | undefined)?.retryAfterMs ?? 0

/** A refusal in a form that can be stored. */
export interface Refusal {
  status: number
  problem?: Problem | undefined
}

export const toRefusal = (error: unknown): Refusal => ({
  status: statusOf(error),
  problem: (error as { problem?: Problem } | undefined)?.problem,
})

/** True if no answer is possible until the person has signed in again. */
export const isSessionLost = (error: unknown) => statusOf(error) === 401

/** Delay until the next attempt: 1 to 30 s, spread so that clients don't retry at the same time. */
export const backoffMs = (failures: number, random: () => number) =>
  Math.min(1000 * 2 ** (failures - 1), 30_000) * (0.5 + random() / 2)

/** A lost network doesn't always fail the request. */
export const answerTimeoutMs = 20_000

export async function withTimeout<T>(answer: Promise<T>, timeoutMs = answerTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs)
  })
  return await Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
