/** Bodies of calls about second factors. */
import type { Person } from '../../support/server/community.ts'
import type { Row } from './input-rows.ts'

export const factorInput = (hipatia: Person): Record<string, Row> => ({
  'adding an authenticator app': {
    call: ['POST', '/auth/totp'],
    as: hipatia,
    valid: { token: 'A'.repeat(40), code: '000000' },
    fields: {
      token: { kind: 'credential', isNeeded: true },
      code: { kind: 'credential', isNeeded: true },
    },
  },
})
