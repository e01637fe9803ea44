import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { Problem } from '../../contract/index.ts'

/** `detail` replaces the code's default text. */
interface Details extends Partial<Omit<Problem, 'code'>> {
  retryAfterSeconds?: number
  cause?: unknown
}

/** Error with a code of `contract/errors.ts`; the only kind that is answered unchanged. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.detail ?? errors[code][1], { cause: details.cause })
    this.code = code
    this.details = details
  }

  get status() {
    return errors[this.code][0]
  }

  body() {
    const { errors, path, factors } = this.details
    return { detail: this.message, code: this.code, errors, path, factors }
  }
}

export function fail(code: ErrorCode, details?: Details): never {
  throw new Refusal(code, details)
}

/** Refuses one field of the input (422). */
export const failField = (field: string, message: string): never =>
  fail('not_valid', { detail: message, errors: [{ field, message }] })
