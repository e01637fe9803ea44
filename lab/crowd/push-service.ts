// A slow push service on the loopback, in a process of its own: each message is accepted after two seconds.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cert, key } from '../../tools/certificate.ts'

let received = 0
const service = createServer({ cert, key }, async (request, response) => {
  request.resume()
  await once(request, 'end')
  await sleep(2000)
  received++
  response.writeHead(201).end()
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
process.send?.((service.address() as AddressInfo).port)
// asked for anything, it answers how many it has accepted
process.on('message', () => process.send?.(received))
process.on('disconnect', () => process.exit())
