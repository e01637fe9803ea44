/** Messages and broadcasts: repeated under the same `client_id` after a kill, as browsers do. */
import { type Answer, Gone, hash, type Writer } from '../writer.ts'

type Way = 'socket' | 'rest' | 'both'

/** The first acknowledgement of two; a refusal if both are refused. */
async function eitherOf(...answers: Promise<Answer>[]): Promise<Answer> {
  const refusals: Answer[] = []
  const acknowledged = answers.map(async (answered) => {
    const answer = await answered
    if (answer.status < 300) return answer
    refusals.push(answer)
    throw new Error('refused')
  })
  return Promise.any(acknowledged).catch((cause) => {
    const [refusal] = refusals
    if (refusal && refusals.length === answers.length) return refusal
    throw new Gone('no acknowledgement on either way', { cause })
  })
}

async function sendMessage(w: Writer, way: Way, message: { message: string; client_id: string }) {
  const ways = {
    socket: () => w.emit(message),
    rest: () => w.ask('POST', '/chat/messages', { body: message }),
    both: () => eitherOf(ways.socket(), ways.rest()),
  }
  await w
    .perform(`message by ${way}`, { [`message ${message.client_id}`]: hash(message.message) }, ways[way])
    .catch((error) => {
      w.unfinished.push(() => sendMessage(w, w.random.one(['socket', 'rest']), message))
      throw error
    })
}

export const say = (way: Way) => (w: Writer) =>
  sendMessage(w, way, { message: w.words(10), client_id: w.newClientId() })

async function send(w: Writer, broadcast: { subject: string; message: string; client_id: string }) {
  const key = `broadcast ${broadcast.client_id}`
  const state = `${broadcast.subject}|${hash(broadcast.message)}|`
  await w
    .perform(
      'broadcast',
      { [key]: `${state}*` },
      () => w.ask('POST', '/notifications/admin/broadcast', { body: broadcast }),
      ({ sent_count }) => ({ [key]: `${state}${sent_count}` }),
    )
    .catch((error) => {
      w.unfinished.push(() => send(w, broadcast))
      throw error
    })
}

export const sendBroadcast = (w: Writer) =>
  send(w, { subject: w.words(2), message: w.words(20), client_id: w.newClientId() })
