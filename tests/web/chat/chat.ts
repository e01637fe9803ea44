/** The page of the chat, with a conversation of Safo, Hipatia and Zenón that a server in memory holds. */
import { HttpResponse, http } from 'msw'
import { expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type ChatReading, chat } from '../../../contract/chat.ts'
import { links } from '../../../contract/content/links.ts'
import { readState } from '../../../web/chat/reading/read-state.ts'
import { closePage, hipatia, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { FakeServer } from './fake-network.ts'

const zenon = idOf(7)

/** A conversation, and the answers to what the page asks about it. `says` are the first messages, of Zenón. */
export function talkOf(...says: string[]) {
  const names = { [safo.id]: 'Safo', [hipatia.id]: 'Hipatia', [zenon]: 'Zenón' }
  const server = new FakeServer(names, (seq) => Date.now() - 60_000 + seq)
  const say = (message: string, author = zenon, reply_to: string | null = null) =>
    server.store(author, message, null, reply_to).message
  for (const words of says) say(words)
  const reading: { value: ChatReading | undefined } = { value: undefined }
  const readUpTo = (seq: number) => {
    const { length } = server.messages
    reading.value = { seq, unread: Math.max(0, Math.min(100, length - seq)), head: length }
  }
  const list = http.get('/api/chat/messages', ({ request }) => {
    const query = new URL(request.url).searchParams
    const given = (name: string) => query.get(name) ?? undefined
    const asNumber = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
    try {
      const [limit, after, before, around] = [asNumber('limit'), asNumber('after'), given('before'), given('around')]
      const { messages, total, hasMore, changes } = server.list({ limit, after, before, around })
      const next = hasMore && { link: '</api/chat/messages>; rel="next"' }
      return HttpResponse.json(messages, {
        headers: { 'x-total-count': `${total}`, 'x-changes': `${changes}`, ...next },
      })
    } catch {
      return HttpResponse.json({ detail: 'No está.', code: 'invalid' }, { status: 422 })
    }
  })
  const answers = [
    list,
    answer(chat.changes, ({ query }) => server.listChanges(Number(query.get('after')))),
    answer(chat.create, ({ body }) => {
      const { message, client_id, reply_to } = body as { message: string; client_id: string; reply_to?: string }
      return server.store(safo.id, message, client_id, reply_to).message
    }),
    answer(chat.update, ({ params, body }) => {
      const stored = server.edit(`${params.id}`, (body as { message: string }).message).stored
      if (!stored) throw new Error('no such message')
      return stored
    }),
    answer(chat.remove, ({ params }) => void server.edit(`${params.id}`, null)),
    answer(chat.reading, () => reading.value ?? { seq: 0, unread: 0, head: server.messages.length }),
    answer(chat.read, ({ body }) => {
      readUpTo((body as { seq: number }).seq)
      return reading.value as ChatReading
    }),
    answer(links.find, { files: [], posts: [] }),
  ]
  return { server, say, readUpTo, answers }
}
type Talk = ReturnType<typeof talkOf>

/** Opens the chat, or another page, in a window that has the focus and knows nothing of earlier ones. */
export async function openChat(talk: Talk, { path = '/chat', answers = [], ...opening }: Opening = {}) {
  closePage()
  readState.reset(undefined)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await openPage(path, { ...opening, answers: [...answers, ...talk.answers] })
}
type Opening = NonNullable<Parameters<typeof openPage>[1]> & { path?: string }

export const list = page.getByRole('region', { name: 'Mensajes', exact: true })
export const field = page.getByRole('textbox', { name: 'Mensaje' })
export const messageWith = (words: string) => list.getByRole('listitem').filter({ hasText: words })
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

export async function send(words: string) {
  await field.fill(words)
  await userEvent.keyboard('{Enter}')
}

/** Chooses an action in the menu of a message. */
export async function choose(words: string, action: string) {
  await messageWith(words).hover()
  await messageWith(words)
    .getByRole('button', { name: /^Acciones del mensaje de / })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Waits until a message is in the visible part of the list. */
export const expectSeen = (message: Locator) =>
  expect
    .poll(() => {
      const [box, around] = [message.element(), list.element()].map((one) => one.getBoundingClientRect())
      return box && around && box.top >= around.top - 1 && box.bottom <= around.bottom + 1
    })
    .toBe(true)

/** The texts of this number of messages. */
export const manyLeaves = (count: number) => Array.from({ length: count }, (_, index) => `hoja ${index + 1}.`)

/** The text of the message that a link has led to. */
export const marked = () => list.element().querySelector('[aria-current=true]')?.textContent
