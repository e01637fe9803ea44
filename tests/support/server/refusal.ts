import { expect } from 'vitest'
import type { Answer } from './community.ts'

interface Expected {
  /** The exact text for the person. */
  detail?: string
  code?: string
  /** The refused field, perhaps among others. */
  field?: string
}

/** Asserts that an answer is a refusal with this status, in the shape of all refusals (DECISIONS §2, "Errors"). */
export function expectRefusal(
  answer: Answer<unknown>,
  status: number,
  { detail, code: expectedCode, field }: Expected = {},
) {
  const { body, text } = answer
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `))
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { detail: said, code, errors, ...rest } = body as Record<string, unknown>
  expect(Object.keys(rest)).toEqual(code === 'second_factor_required' ? ['factors'] : [])
  expect(said).toEqual(expect.stringMatching(/\S/))
  expect(said).not.toMatch(/invalid input|expected .* received|\bat .*\.ts:\d|select |insert |sqlite|postgres/i)
  expect(code).toEqual(expect.stringMatching(/^[a-z_]+$/))
  if (errors !== undefined) {
    expect(errors).toEqual(expect.any(Array))
    for (const error of errors as unknown[])
      expect(error).toEqual({ field: expect.any(String), message: expect.stringMatching(/\S/) })
  }
  if (detail !== undefined) expect(said).toBe(detail)
  if (expectedCode !== undefined) expect(code).toBe(expectedCode)
  if (field !== undefined)
    expect((errors as { field: string }[] | undefined)?.map((error) => error.field)).toContain(field)
  if (status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}
