/** Calls with bodies, as the tests of invalid input describe them. */
import type { personWith } from '../../support/server/community.ts'

export interface Field {
  kind:
    | 'line'
    | 'text'
    | 'optional line'
    | 'flag'
    | 'id'
    | 'role'
    | 'password'
    | 'credential'
    | 'type'
    | 'client id'
    | 'emoji'
  /** In characters. */
  max?: number
  isNeeded?: true
}
export interface Row {
  call: [method: string, path: string]
  as: ReturnType<typeof personWith>
  valid: Record<string, unknown>
  fields: Record<string, Field>
}
