// A handshake whose connection is already closed has no address: on a busy machine it ended the whole server.
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { limitUnauthenticated } from '../../../server/realtime/unauthenticated.ts'

const handshake = (remoteAddress?: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage

test.each([[[]], [['127.0.0.1']]])(
  'a handshake whose connection was closed meanwhile is refused, with the trusted proxies %j',
  (trustedProxies) => {
    const { accepts, clientAddress } = limitUnauthenticated(trustedProxies)
    expect(accepts(handshake())).toBe(false)
    expect(clientAddress(handshake())).toBe('')
    expect(accepts(handshake('127.0.0.1'))).toBe(true)
  },
)
