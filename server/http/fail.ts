import { type ErrorCode, errors } from '../../contract/errors.ts'

export interface FieldError {
  field: string
  message: string
}

interface Particulars {
  /** More exact words than the code's own. */
  detail?: string
  errors?: FieldError[]
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** A refusal with a code of `contract/errors.ts`; the one kind of error that is an answer. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly particulars: Particulars

  constructor(code: ErrorCode, particulars: Particulars = {}) {
    super(particulars.detail ?? errors[code][1], { cause: particulars.cause })
    this.code = code
    this.particulars = particulars
  }

  get status() {
    return errors[this.code][0]
  }

  body() {
    return { detail: this.message, code: this.code, errors: this.particulars.errors }
  }
}

export function fail(code: ErrorCode, particulars?: Particulars): never {
  throw new Refusal(code, particulars)
}

/** Refuses one field of what was sent (422). */
export const failField = (field: string, message: string): never =>
  fail('not_valid', { detail: message, errors: [{ field, message }] })
