/** Bodies of calls about second factors, passkeys and push messages. */
import type { Person } from '../../support/server/community.ts'
import type { Field, Row } from './input-rows.ts'

const data = 'A'.repeat(40)
const key = { id: data, rawId: data, type: 'public-key' }
const credential = { ...key, response: { clientDataJSON: data, attestationObject: data } }
const assertion = { ...key, response: { clientDataJSON: data, authenticatorData: data, signature: data } }
const name: Field = { kind: 'line', max: 60, isNeeded: true }
const assertionFields: Record<string, Field> = {
  id: { kind: 'credential', isNeeded: true },
  rawId: { kind: 'credential', isNeeded: true },
  type: { kind: 'credential', isNeeded: true },
}

export const passkeyInput = (hipatia: Person, visitor: Row['as']): Record<string, Row> => ({
  'choosing a first password': {
    call: ['POST', '/auth/first-password'],
    as: hipatia,
    valid: { new_password: 'un papiro nuevo' },
    fields: { new_password: { kind: 'password', max: 200, isNeeded: true } },
  },
  'adding a passkey': {
    call: ['POST', '/auth/passkeys'],
    as: hipatia,
    valid: { name: 'Llave', credential },
    fields: { name },
  },
  'renaming a passkey': {
    call: ['PUT', `/auth/passkeys/${'0'.repeat(32)}`],
    as: hipatia,
    valid: { name: 'Llave' },
    fields: { name },
  },
  'confirming by a passkey': {
    call: ['POST', '/auth/passkeys/confirm'],
    as: hipatia,
    valid: assertion,
    fields: assertionFields,
  },
  'signing in with a passkey': {
    call: ['POST', '/auth/passkeys/sign-in'],
    as: visitor,
    valid: assertion,
    fields: assertionFields,
  },
  'beginning to accept an invitation with a passkey': {
    call: ['POST', '/auth/passkeys/invitation/begin'],
    as: visitor,
    valid: { token: data },
    fields: { token: { kind: 'credential', isNeeded: true } },
  },
  'accepting an invitation with a passkey': {
    call: ['POST', '/auth/passkeys/invitation'],
    as: visitor,
    valid: { token: data, name: 'Llave', credential },
    fields: { token: { kind: 'credential', isNeeded: true }, name },
  },
})

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

export const pushInput = (hipatia: Person): Record<string, Row> => ({
  'subscribing a browser': {
    call: ['POST', '/push/subscriptions'],
    as: hipatia,
    valid: { endpoint: 'https://push.example/x', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
    fields: { endpoint: { kind: 'credential', isNeeded: true } },
  },
  'hiding the content on a browser': {
    call: ['PUT', `/push/subscriptions/${'0'.repeat(32)}`],
    as: hipatia,
    valid: { hides_content: true },
    fields: { hides_content: { kind: 'flag', isNeeded: true } },
  },
})

export function linkInput(visitor: Row['as']): Record<string, Row> {
  const byToken: Omit<Row, 'call'> = {
    as: visitor,
    valid: { token: 'A'.repeat(43) },
    fields: { token: { kind: 'credential', isNeeded: true } },
  }
  return {
    'reading a link for a password': { call: ['POST', '/auth/password-links/read'], ...byToken },
    'reading the link of a new device': { call: ['POST', '/auth/disowned-sign-ins/read'], ...byToken },
    'shutting out a new device': {
      call: ['POST', '/auth/disowned-sign-ins'],
      as: visitor,
      valid: { token: 'A'.repeat(43), name: 'Ana' },
      fields: { token: { kind: 'credential', isNeeded: true }, name: { kind: 'credential', isNeeded: true } },
    },
    'asking for a link': {
      call: ['POST', '/auth/password-links'],
      as: visitor,
      valid: { name: 'Ana' },
      fields: { name: { kind: 'credential', isNeeded: true } },
    },
  }
}
