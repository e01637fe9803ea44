// Table C of ATTACKS-AND-FAULTS.md: each invalid packet on a connection of its own.
import { expect, onTestFinished, test } from 'vitest'
import { openRawWebSocket, type RawWebSocket } from '../../../tools/websocket-connection.ts'
import { startCommunity } from '../../support/server/community.ts'
import { invalidPackets } from '../../support/server/sockets/invalid-socket-input.ts'

test('no invalid packet crashes the server or changes a prototype', async () => {
  const community = await startCommunity()
  onTestFinished(() => community.close())
  const { token } = await community.signIn('Ana')
  const before = Reflect.ownKeys(Object.prototype)
  for (const packet of invalidPackets) {
    const welcome = Promise.withResolvers<void>()
    let isAnswered = false
    const connection: RawWebSocket = openRawWebSocket({
      port: community.port,
      onText(text) {
        if (text[0] === 0x30) connection.send(`40${JSON.stringify({ token })}`)
        else if (text.toString('latin1', 0, 2) === '40') welcome.resolve()
        else if (text.toString('latin1', 0, 4) === '4377') isAnswered = true
      },
    })
    await welcome.promise
    connection.send(packet)
    // the packet was handled when this is answered, or when the connection is closed
    const isOver = () => {
      if (connection.isOpen() && !isAnswered) connection.send('4277["send_message",{}]')
      return isAnswered || !connection.isOpen()
    }
    await expect.poll(isOver, { interval: 5 }).toBe(true)
    connection.send('9')
    await connection.closed
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
