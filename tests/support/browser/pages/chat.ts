// The chat page, and people who write in the chat without a browser.
import { expect, type Page } from '../test.ts'
import type { Person } from '../test-server.ts'
import { navigationLink } from './navigation.ts'

export const messageList = (page: Page) => page.getByRole('region', { name: 'Mensajes', exact: true })
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
export const messageWith = (page: Page, words: string) =>
  messageList(page).getByRole('listitem').filter({ hasText: words })
export const expectConnected = (page: Page) => expect(page.getByText('Conectados', { exact: true })).toBeVisible()

/** The entry of the chat in the main navigation, with its count of unread messages. */
export const chatLink = (page: Page) => navigationLink(page, 'Chat')

/** The distance of a message from the top of the window, in pixels. */
export const topOf = async (page: Page, words: string) =>
  (await messageList(page).getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN

export interface Member {
  call: (method: string, path: string, body: unknown) => Promise<unknown>
}

export async function sendMessages({ call }: Member, ...messages: string[]) {
  for (const message of messages) await call('POST', '/chat/messages', { message })
}

/** Marks every message as read by this member. */
export const markAllRead = ({ call }: Member) => call('PUT', '/chat/reading', { seq: 1_000_000 })

/** How a text names somebody. */
export const naming = ({ id, name }: Pick<Person, 'id' | 'name'>) => `@[${name}](${id})`
