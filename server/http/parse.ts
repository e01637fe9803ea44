import * as z from 'zod/mini'
import type { Schema } from '../../contract/endpoint.ts'
import { type FieldError, fail } from './fail.ts'

const fieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))

/** What comes from outside as the schema says; 422 with a message for each field when it doesn't fit. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: () => 'No tiene la forma que se espera' })
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  return fail('not_valid', { detail: errors[0]?.message ?? '', errors })
}
