// Sending messages: both ways of sending, refusals, losses and a later attempt.
import { expect, test } from 'vitest'
import { advance, openConversation, withFakeTimers } from './conversation-setup.ts'

withFakeTimers()

test('a message is sent by HTTP and by socket, is pending until it is stored once, and then the list is requested again', async () => {
  const { conversation, network, server, stored, texts, pending } = await openConversation()
  conversation.send('Hola')
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

test('a blank message is not sent', async () => {
  const { conversation, network } = await openConversation()
  const requestsBefore = network.requests.length
  conversation.send(' \n ')
  expect([conversation.snapshot().pending, network.requests.length]).toEqual([[], requestsBefore])
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
  const { client_id = '' } = conversation.snapshot().pending[0] ?? {}
  conversation.receive(server.store('safo', 'Hola', client_id).message)
  expect(pending()).toEqual(['Hola sending'])
})

test('a message whose socket request fails is still sent by HTTP', async () => {
  const { conversation, network, texts, pending } = await openConversation()
  conversation.send('Hola')
  await network.take('emit Hola', 'request', 'lose')
  expect(pending()).toEqual(['Hola sending'])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
})

test('messages are sent one after the other, in order', async () => {
  const { conversation, network, server, texts } = await openConversation()
  network.isConnected = false
  for (const text of ['uno', 'dos', 'tres']) conversation.send(text)
  expect(network.requests.filter((name) => name.startsWith('post'))).toEqual(['post uno'])
  await network.take('post uno', 'request', 'lose')
  expect(network.count('post dos', 'request')).toBe(0)
  await advance(1000)
  await network.deliverAll()
  expect(texts()).toEqual(['uno', 'dos', 'tres'])
  expect(server.messages.length).toBe(3)
})

test('a refused message fails at once, delays no other message, and can be discarded with its text', async () => {
  const { conversation, network, server, texts, pending, failed, storage } = await openConversation()
  server.refusals.set('malo', { status: 422 })
  conversation.send('malo')
  conversation.send('bueno')
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['bueno'], ['malo failed']])
  expect(conversation.snapshot().pending[0]?.error).toMatchObject({ status: 422 })
  expect(storage.all().length).toBe(1)
  expect(conversation.discard(failed())?.message).toBe('malo')
  expect([pending(), storage.all()]).toEqual([[], []])
})

test('a message refused with 429 is sent again later', async () => {
  const { conversation, network, server, texts, pending } = await openConversation()
  server.refusals.set('Hola', { status: 429 })
  conversation.send('Hola')
  await network.deliverAll()
  expect(pending()).toEqual(['Hola sending'])
  server.refusals.clear()
  await advance(1000)
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
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

test('a message without an answer for a minute fails, and can be sent again by hand', async () => {
  const { conversation, network, texts, pending, failed } = await openConversation()
  conversation.send('Hola')
  await advance(59_000)
  expect(pending()).toEqual(['Hola sending'])
  await advance(45_000)
  expect(pending()).toEqual(['Hola failed'])
  network.packets = []
  conversation.retry(failed())
  expect(pending()).toEqual(['Hola sending'])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
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

test('a message is sent again at once after a reconnection', async () => {
  const { conversation, network, texts } = await openConversation()
  network.isConnected = false
  conversation.send('Hola')
  for (let tries = 0; tries < 4; tries++) {
    await network.take('post Hola', 'request', 'lose')
    if (tries < 3) await advance(30_000 / 4)
  }
  expect(network.count('post Hola', 'request')).toBe(0)
  conversation.resync()
  await network.deliverAll()
  expect(texts()).toEqual(['Hola'])
})

test('unacknowledged messages are sent by the next conversation, in order, once', async () => {
  const { conversation, network, server, storage, createConversation } = await openConversation()
  network.isConnected = false
  conversation.send('uno')
  conversation.send('dos')
  // It is stored, but the response is lost.
  await network.take('post uno', 'request')
  conversation.stop()
  network.packets = []
  expect(storage.all().map(({ message }) => message)).toEqual(['uno', 'dos'])

  const next = createConversation()
  next.start()
  expect(next.snapshot().pending.map(({ message }) => message)).toEqual(['uno', 'dos'])
  await network.deliverAll()
  expect(next.snapshot().messages.map(({ message }) => message)).toEqual(['uno', 'dos'])
  expect([next.snapshot().pending, storage.all(), server.messages.length]).toEqual([[], [], 2])
})
