// @databases both
// Chats of WhatsApp that come again with other names, after an undo, or while somebody writes.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { undo } from '../../../server/imports/undo.ts'
import { openExport } from '../../../server/imports/whatsapp/export.ts'
import { communityOfThisTest } from '../../support/server/community.ts'
import { exportsOfThisFile, messagesOf, shownMessages } from '../../support/server/whatsapp.ts'

const { write, brings } = exportsOfThisFile()

const chat = [
  '31/12/22, 11:40 - Ana: ¿Quién viene?',
  '31/12/22, 11:41 - +34 600 11 12 22: Yo',
  '31/12/22, 11:41 - Ana: Yo',
  '31/12/22, 11:42 - Ana: Gracias @\u2068+34 600 11 12 22\u2069',
].join('\n')

test('somebody who has a name by now comes once', async () => {
  const community = await communityOfThisTest()
  await brings(community, chat)
  const { summary } = await brings(community, chat.replaceAll('+34 600 11 12 22', 'Bruno'))
  expect([summary.brought, summary.known]).toEqual([{}, { message: 4 }])
})

test('what people have answered comes no second time after an undo', async () => {
  const community = await communityOfThisTest()
  const [ana] = await community.signInAll('Ana')
  const { id } = await brings(community, chat)
  const [first] = await messagesOf(community)
  await ana.says('Voy', { reply_to: first?.id })
  expect((await undo(community.services, id ?? 0)).kept).toMatchObject([{ id: first?.id, why: 'answered' }])
  const { summary } = await brings(community, chat)
  expect([summary.brought, summary.known]).toEqual([{ message: 3 }, { message: 1 }])
  expect((await shownMessages(community))[0]).toBe('Ana: ¿Quién viene?')
})

test('a telephone with the long hyphens of an iPhone is that of its member', async () => {
  const community = await communityOfThisTest()
  await community.hipatia.createsAccount('Carla', { phone: '+1 555 123 4567' })
  await brings(community, '31/12/22, 11:40 - \u202a+1\u00a0(555)\u00a0123\u20114567\u202c: Hola')
  expect(await shownMessages(community)).toEqual(['Carla: Hola'])
})

test('a text that is a link is the chat itself, and no line has NUL', async () => {
  const path = write('uno.txt', '31/12/22, 11:40 - A\0na: Hola')
  const folder = join(write('Chat de WhatsApp con Otro.txt', chat), '..')
  symlinkSync(path, join(folder, 'enlace.txt'))
  using opened = await openExport(join(folder, 'enlace.txt'))
  const lines = []
  for await (const line of opened.lines()) lines.push(line)
  expect(lines).toEqual(['31/12/22, 11:40 - Ana: Hola'])
})
