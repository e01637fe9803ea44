/** Members who write, answer, edit, delete and react at once, and what has to be stored after that. */
import type { ChatMessage } from '../../contract/chat.ts'
import type { Random } from '../../tools/random.ts'
import { type Client, call } from './requests.ts'

/** A message as its author and those who reacted want it. */
export interface Expected {
  id: string
  author_id: string
  client_id: string
  text: string
  reply_to: string | null
  isDeleted: boolean
  /** `person emoji`, by person and emoji: the last choice. */
  reactions: Map<string, boolean>
}

const emoji = ['❤️', '👍', '😂', '😮', '😢', '🙏']
/** Share of requests that are sent a second time, as after an answer that was lost. */
const repeatedShare = 0.05
/** Messages to which people react and which they answer. */
const maxRecent = 300
const maxOwn = 50

export function createWriters(random: Random) {
  const messages = new Map<string, Expected>()
  const recent: Expected[] = []
  let isStopped = false
  const tally = { messages: 0, answers: 0, edits: 0, deletions: 0, reactions: 0, repeated: 0, refused: 0 }
  const total = () => tally.messages + tally.answers + tally.edits + tally.deletions + tally.reactions

  async function send<T>(client: Client, method: string, path: string, body?: unknown) {
    const answer = await call<T>(client, method, path, body)
    if (!random.happens(repeatedShare)) return answer
    tally.repeated += 1
    return call<T>(client, method, path, body)
  }

  async function write(client: Client, own: Expected[]) {
    const answered = random.happens(0.2) ? random.one(recent) : undefined
    const [text, client_id] = [`mensaje ${total()}`, crypto.randomUUID()]
    const sent = { message: text, client_id, ...(answered && { reply_to: answered.id }) }
    const { status, body } = await send<ChatMessage>(client, 'POST', '/chat/messages', sent)
    if (status !== 201) throw new Error(`a message was refused: ${status}`)
    const { id, author_id } = body
    const reply_to = answered?.id ?? null
    const stored = { id, author_id: author_id ?? '', client_id, text, reply_to, isDeleted: false, reactions: new Map() }
    messages.set(id, stored)
    own.push(stored)
    if (own.length > maxOwn) own.shift()
    recent.push(stored)
    if (recent.length > maxRecent) recent.shift()
    tally[answered ? 'answers' : 'messages'] += 1
  }

  async function edit(client: Client, message: Expected) {
    message.text = `cambio ${total()}`
    await send(client, 'PUT', `/chat/messages/${message.id}`, { message: message.text })
    tally.edits += 1
  }

  async function remove(client: Client, own: Expected[], message: Expected) {
    message.isDeleted = true
    own.splice(own.indexOf(message), 1)
    await send(client, 'DELETE', `/chat/messages/${message.id}`)
    tally.deletions += 1
  }

  async function react(client: Client, person: string) {
    const target = random.one(recent)
    const chosen = random.one(emoji)
    const key = `${person} ${chosen}`
    const isMine = !(target.reactions.get(key) ?? false)
    target.reactions.set(key, isMine)
    const method = isMine ? 'PUT' : 'DELETE'
    const { status } = await send(client, method, `/reactions/message/${target.id}`, { emoji: chosen })
    // it was deleted meanwhile
    if (status === 404) tally.refused += 1
    else tally.reactions += 1
  }

  return {
    messages,
    tally,
    total,
    /** Ends the runs before there are enough. */
    stop() {
      isStopped = true
    },
    /** One member's events, one after the other, until there are enough of all. */
    async run(client: Client, events: number) {
      const own: Expected[] = []
      await write(client, own)
      const person = own[0]?.author_id ?? ''
      while (total() < events && !isStopped) {
        const chance = random.next()
        const mine = own.length > 0 ? random.one(own) : undefined
        if (chance < 0.45 || !mine) await write(client, own)
        else if (chance < 0.65) await edit(client, mine)
        else if (chance < 0.7) await remove(client, own, mine)
        else await react(client, person)
      }
    },
  }
}
