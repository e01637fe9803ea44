import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatMessage } from '../contract/chat.ts'
import { createMessage, markRead } from '../server/chat/rules.ts'
import type { SignedIn } from '../server/http/serve.ts'
import type { Services } from '../server/services.ts'
import { members } from './community.ts'
import { findByName, readEntries } from './entries.ts'
import { daysAgo } from './posts.ts'
import { type DemoIds, withIds } from './tokens.ts'

interface DemoMessage {
  by: string
  sentAt: number
  message: string
}

interface Community {
  people: Map<string, SignedIn>
  ids: DemoIds
}

const folder = join(import.meta.dirname, 'chat')
const minuteMs = 60_000
/** Unread messages of the first member; all others have read everything. */
const unreadOfFirst = 7

/** Sends the messages of demo/chat, in the order of the files; returns them. */
export async function seedChat(at: (moment: number) => Services, now: number, { people, ids }: Community) {
  const sent: ChatMessage[] = []
  let last = 0
  for (const { by, sentAt, message } of readChat(now)) {
    // a time such as `7 minutes ago` may be before that of the last message
    last = Math.max(last, sentAt)
    const one = { message: withIds(message, ids), message_type: 'text', client_id: randomUUID() } as const
    sent.push(await createMessage(at(last), findByName(people, by), one, 'socket'))
  }
  const head = sent.at(-1)?.seq ?? 0
  const [first, ...others] = members.filter(({ closed }) => closed === undefined)
  for (const { name } of others) await markRead(at(now), findByName(people, name), head)
  if (first) await markRead(at(now), findByName(people, first.name), head - unreadOfFirst)
  return sent
}

const readChat = (now: number): DemoMessage[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => readPart(name, now))

/** Messages begin with a line like `--- Zoé Quintana, 3 21:00` or `--- Zoé Quintana, 7 minutes ago`. */
const readPart = (name: string, now: number) =>
  readEntries(join(folder, name)).map(({ head, text }): DemoMessage => {
    const [by = '', time = ''] = head.split(', ')
    return { by, sentAt: readTime(time, now), message: text }
  })

function readTime(time: string, now: number) {
  const [, minutes] = /^(\d+) minutes ago$/.exec(time) ?? []
  return minutes === undefined ? daysAgo(time, now) : now - Number(minutes) * minuteMs
}
