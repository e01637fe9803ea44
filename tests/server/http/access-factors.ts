/** Rows of the access table about second factors. */
import type { createThings, Row } from './access-things.ts'

export const factorRows = ({
  newApp,
  withApp,
  protectedAccount,
}: ReturnType<typeof createThings>): Record<string, Row> => ({
  'factors.read': { who: 'members', call: 'GET /auth/factors', status: 200 },
  'factors.renewCodes': {
    who: 'members',
    call: 'POST /auth/factors/recovery-codes',
    status: 200,
    ends: true,
    prepare: withApp,
  },
  'factors.beginTotp': { who: 'members', call: 'POST /auth/totp/begin', status: 200 },
  'factors.addTotp': { who: 'members', call: 'POST /auth/totp', status: 200, ends: true, prepare: newApp },
  'factors.removeTotp': { who: 'members', call: 'POST /auth/totp/remove', status: 204, ends: true, prepare: withApp },
  'factorDemand.read': { who: 'admins', call: 'GET /auth/factor-demand', status: 200 },
  'factorDemand.set': {
    who: 'admins',
    call: 'PUT /auth/factor-demand',
    status: 200,
    prepare: async () => ({ body: { admins_from: null, everybody_from: null } }),
  },
  'factors.takeAway': {
    who: 'admins',
    call: 'POST /auth/factors/of/:id/remove',
    status: 200,
    prepare: protectedAccount,
  },
})
