// Sending messages: both ways of sending, refusals, losses and a later attempt.
import { expect, test } from 'vitest'
import { advance, openConversation, withFakeTimers } from './conversation-setup.ts'

withFakeTimers()

test('a message that isn’t blank is sent by HTTP and by socket, is pending until it is stored once, and then the list is requested again', async () => {
  const { conversation, network, server, stored, texts, pending } = await openConversation()
  for (const text of [' \n ', 'Hola']) conversation.send(text)
  expect([texts(), pending()]).toEqual([[], ['Hola sending']])
  expect(network.requests.slice(-2)).toEqual(['post Hola', 'emit Hola'])
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'response')
  expect([texts(), pending()]).toEqual([['Hola'], []])
  for (const message of stored) conversation.receive(message)
  await network.deliverAll()
  expect([texts(), pending(), network.requests.at(-1)]).toEqual([['Hola'], [], 'list'])
  expect(server.messages.length).toBe(1)
})

test('an acknowledged message stays pending until the messages before it have arrived', async () => {
  const { conversation, server, network, texts, pending } = await openConversation(1)
  server.store('safo', 'antes')
  conversation.send('Hola')
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'response')
  expect([texts(), pending()]).toEqual([['s1'], ['Hola sending']])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['s1', 'antes', 'Hola'], []])
})

test('another person’s message with the same client_id leaves a message pending', async () => {
  const { conversation, server, pending } = await openConversation()
  conversation.send('Hola')
  const { id = '' } = conversation.snapshot().pending[0] ?? {}
  conversation.receive(server.store('safo', 'Hola', id).message)
  expect(pending()).toEqual(['Hola sending'])
})

test('a message without an answer for a minute fails, and is sent again in order after a reconnection', async () => {
  const { conversation, network, texts, pending } = await openConversation()
  network.isConnected = false
  for (const text of ['uno', 'dos']) conversation.send(text)
  await advance(120_000)
  conversation.send('tres')
  expect(pending()).toEqual(['uno failed', 'dos failed', 'tres sending'])
  network.packets = []
  network.isConnected = true
  conversation.resync()
  expect(pending()).toEqual(['uno sending', 'dos sending', 'tres sending'])
  await advance(40_000)
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['uno', 'dos', 'tres'], []])
})

test('a failed message that was stored after all is shown as sent, once', async () => {
  const { conversation, network, server, texts, pending, storage } = await openConversation()
  network.isConnected = false
  conversation.send('Hola')
  await network.take('post Hola', 'request')
  await network.take('post Hola', 'response', 'lose')
  for (let second = 0; second < 120; second++) {
    network.packets = []
    await advance(1000)
  }
  expect([pending(), server.messages.length]).toEqual([['Hola failed'], 1])
  conversation.resync()
  await network.deliverAll()
  expect([texts(), pending(), storage.all()]).toEqual([['Hola'], [], []])
})
