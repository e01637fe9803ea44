/** A `node:http` server that sends recorded answers, for `lab/cost.ts`: the least that an answer can cost. */
import { createServer } from 'node:http'
import { answerUsage } from './usage.ts'

export interface Recorded {
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: string
}

const recorded = new Map<string, { headers: string[]; body: Buffer }>()
const server = createServer((request, response) => {
  const { headers, body } = recorded.get(request.url ?? '') ?? { headers: [], body: Buffer.alloc(0) }
  response.writeHead(200, headers)
  response.end(body)
})
process.on('message', (message: Recorded | 'usage') => {
  if (message !== 'usage')
    recorded.set(message.path, { headers: message.headers, body: Buffer.from(message.body, 'base64') })
})
server.listen(0, '127.0.0.1', () => answerUsage(server))
