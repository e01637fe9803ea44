// @databases both
// The chat while processes or PostgreSQL are killed and restarted.
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, startPostgres } from '../../../tools/postgres.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import {
  exchangeMessages,
  type Page,
  readAllMessages,
  seqsOf,
  waitOptions,
} from '../../support/server/processes/chat-page.ts'
import { communitiesBehindNginx } from '../../support/server/processes/nginx-proxy.ts'

const { open } = communitiesBehindNginx()

/** Sends messages one after the other until stopped; returns the acknowledged ones in order. */
function chatter(name: string, page: Page) {
  const said: string[] = []
  let isOver = false
  async function goOn() {
    while (!isOver) {
      const words = `${name}: ${said.length}`
      await page.sends(words)
      said.push(words)
    }
    return said
  }
  const going = goOn()
  function stop() {
    isOver = true
    return going
  }
  return { said, stop }
}

/** Checks that all acknowledged messages are there once, in each person's order. */
function expectAll(people: string[][], conversation: string[]) {
  expect(conversation.toSorted()).toEqual(people.flat().toSorted())
  for (const said of people) expect(conversation.filter((words) => said.includes(words))).toEqual(said)
}

/** Checks that no message came twice or out of order. */
function expectInOrder(...pages: Page[]) {
  for (const page of pages) expect(seqsOf(page)).toEqual([...new Set(seqsOf(page))].toSorted((a, b) => a - b))
}

test('after a kill of the only process in a conversation all acknowledged messages are stored', async () => {
  const { ana, bruno, first, again } = await open(1)
  const hers = await ana.opensPage()
  const his = await bruno.opensPage({ transports: ['polling'] })
  const talking = [chatter('Ana', hers), chatter('Bruno', his)]
  await expect.poll(() => his.heard.messages.length, waitOptions).toBeGreaterThan(20)
  first.kill('SIGKILL')
  await first.ended
  await expect.poll(() => [hers, his].map(({ socket }) => socket.connected), waitOptions).toEqual([false, false])
  const before = talking.map(({ said }) => said.length)
  await again(first)
  await hers.expectConnected()
  await his.expectConnected()
  await expect.poll(() => talking.every(({ said }, at) => said.length > (before[at] ?? 0) + 5), waitOptions).toBe(true)
  expectAll(await Promise.all(talking.map(({ stop }) => stop())), await readAllMessages(ana))
  expectInOrder(hers, his)
})

onPostgres(
  'after a kill of one of two processes its people reconnect to the other, and the others are soon offline',
  async () => {
    const { ana, bruno, admit, first, last, again, proxy } = await open(2)
    const carmen = await admit('Carmen')
    const diego = await admit('Diego')
    const hers = await ana.opensPage()
    const his = await bruno.opensPage()
    const diegos = await diego.opensPage({ transports: ['polling'] })
    const carmens = await carmen.opensPage()
    await expect.poll(() => his.heard.online, waitOptions).toEqual(['Ana', 'Bruno', 'Carmen', 'Diego'])
    const ids = { ana: hers.socket.id, bruno: his.socket.id, diego: diegos.socket.id }
    const talking = [chatter('Ana', hers), chatter('Bruno', his), chatter('Diego', diegos)]
    await expect.poll(() => his.heard.messages.length, waitOptions).toBeGreaterThan(20)

    first.kill('SIGKILL')
    carmens.close()
    await first.ended
    const killed = performance.now()
    const noticeOffline = async () => {
      await expect.poll(() => his.heard.online, { timeout: 40_000 }).not.toContain('Carmen')
      return performance.now()
    }
    const offline = noticeOffline()
    offline.catch(() => {}) // reported below, if the test gets that far
    for (const [page, id] of [
      [hers, ids.ana],
      [diegos, ids.diego],
    ] as const)
      await expect.poll(() => page.socket.connected && page.socket.id !== id, waitOptions).toBe(true)
    const back = performance.now() - killed
    expect(back).toBeLessThan(10_000)
    expect(await proxy.processOf(ana.from)).toBe(last.port)
    expect(his.heard.online).toContain('Carmen')
    const before = his.heard.messages.length
    await expect.poll(() => his.heard.messages.length, waitOptions).toBeGreaterThan(before + 20)
    expectAll(await Promise.all(talking.map(({ stop }) => stop())), await readAllMessages(ana))

    // the clients reconnect to the restarted process; the polling client notices
    const { id } = diegos.socket
    await again(first)
    expect(await proxy.processOf(ana.from)).toBe(first.port)
    await diegos.sends('¿seguís ahí?')
    await expect.poll(() => diegos.socket.connected && diegos.socket.id !== id, waitOptions).toBe(true)
    await exchangeMessages(diegos, hers, 3)
    expectInOrder(hers, his, diegos)

    expect((await offline) - killed).toBeLessThan(40_000)
    await expect.poll(() => his.heard.online, waitOptions).toEqual(['Ana', 'Bruno', 'Diego'])
    // more than 25 s, so that a ping was exchanged
    expect(his.socket.id).toBe(ids.bruno)
  },
)

onPostgres(
  'after a kill and restart of PostgreSQL under two processes the sockets stay open, and messages arrive',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const { ana, bruno, first, last } = await open(2, await createDatabase(postgres.url))
    const hers = await ana.opensPage()
    const his = await bruno.opensPage({ transports: ['polling'] })
    await exchangeMessages(hers, his, 5)
    const ids = [hers.socket.id, his.socket.id]

    await postgres.kill()
    const talking = exchangeMessages(hers, his, 5)
    for (const { stdout } of [first, last])
      await expect.poll(stdout, waitOptions).toContain('sessions of sockets could not be checked')
    expect((await ana.ask('GET', '/health')).status).toBe(503)
    await postgres.restart()
    await talking
    expect([hers.socket.id, his.socket.id]).toEqual(ids)
    expect(seqsOf(hers)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(seqsOf(his)).toEqual(seqsOf(hers))
    await expect.poll(() => his.heard.online, waitOptions).toEqual(['Ana', 'Bruno'])
  },
)
