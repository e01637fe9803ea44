/** Bodies of calls about second factors. */
import { type Person, passwordOf } from '../../support/server/community.ts'
import type { Row } from './input-rows.ts'

export const factorInput = (ana: Person): Record<string, Row> => ({
  'adding an authenticator app': {
    call: ['POST', '/auth/totp'],
    as: ana,
    valid: { token: 'A'.repeat(40), code: '000000', password: passwordOf('Ana') },
    fields: {
      token: { kind: 'credential', isNeeded: true },
      code: { kind: 'credential', isNeeded: true },
      password: { kind: 'credential', isNeeded: true },
    },
  },
  'removing an authenticator app': {
    call: ['POST', '/auth/totp/remove'],
    as: ana,
    valid: { password: passwordOf('Ana') },
    fields: { password: { kind: 'credential', isNeeded: true } },
  },
  'making other recovery codes': {
    call: ['POST', '/auth/factors/recovery-codes'],
    as: ana,
    valid: { password: passwordOf('Ana') },
    fields: { password: { kind: 'credential', isNeeded: true } },
  },
})
