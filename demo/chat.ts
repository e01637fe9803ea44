import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignedIn } from '../server/auth/sessions.ts'
import { createMessage, markRead } from '../server/chat/rules.ts'
import type { Services } from '../server/services.ts'
import { members } from './community.ts'
import { moment } from './posts.ts'
import { type Known, withIds } from './tokens.ts'

interface DemoMessage {
  by: string
  said: number
  message: string
}

interface Community {
  people: Map<string, SignedIn>
  known: Known
}

const folder = join(import.meta.dirname, 'chat')
const minute = 60_000
/** Messages that the first of the members finds when she comes back; everybody else has read them all. */
const newForTheFirst = 7

/** Lets the members talk: what lies in demo/chat, in the order in which it lies there. */
export async function talk(at: (moment: number) => Services, now: number, { people, known }: Community) {
  let head = 0
  let last = 0
  for (const { by, said, message } of readChat(now)) {
    // minutes ago may have been yesterday
    last = Math.max(last, said)
    const sent = { message: withIds(message, known), message_type: 'text', client_id: randomUUID() } as const
    head = (await createMessage(at(last), nameIn(people, by), sent, 'socket')).seq
  }
  const [first, ...others] = members.filter(({ fate }) => fate === undefined)
  for (const { name } of others) await markRead(at(now), nameIn(people, name), head)
  if (first) await markRead(at(now), nameIn(people, first.name), head - newForTheFirst)
}

const readChat = (now: number): DemoMessage[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => readPart(name, now))

/** Each message begins with a line like `--- Zoé Quintana, 3 21:00` or `--- Zoé Quintana, 7 minutes ago`. */
function readPart(name: string, now: number) {
  const [, ...parts] = readFileSync(join(folder, name), 'utf8').split(/^--- (.+)\n/m)
  return Array.from({ length: parts.length / 2 }, (_, index): DemoMessage => {
    const [by = '', when = ''] = (parts[2 * index] ?? '').split(', ')
    return { by, said: momentOf(when, now), message: (parts[2 * index + 1] ?? '').trim() }
  })
}

function momentOf(when: string, now: number) {
  const [, minutes] = /^(\d+) minutes ago$/.exec(when) ?? []
  return minutes === undefined ? moment(when, now) : now - Number(minutes) * minute
}

function nameIn(people: Map<string, SignedIn>, name: string) {
  const found = people.get(name)
  if (!found) throw new Error(`nobody in the demo is named "${name}"`)
  return found
}
