import { type ErrorCode, errors } from '../../contract/errors.ts'

export interface FieldError {
  field: string
  message: string
}

interface Details {
  /** Replaces the code's default text. */
  detail?: string
  errors?: FieldError[]
  /** Page on which the person can go on. */
  path?: string
  /** Choices for the second step of a sign-in. */
  factors?: ('app' | 'passkey')[]
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
