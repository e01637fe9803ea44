import * as z from 'zod/mini'
import type { Schema } from '../../contract/endpoint.ts'
import { type FieldError, fail } from './fail.ts'

const toFieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))

/** Parses input by the schema; 422 with a message for each wrong field. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: () => 'No tiene la forma que se espera' })
  if (result.success) return result.data
  const errors = toFieldErrors(result.error)
  return fail('not_valid', { detail: errors[0]?.message ?? '', errors })
}
