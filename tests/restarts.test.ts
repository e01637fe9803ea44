// What the chat does when what serves it is killed and comes back: a process, one of two, PostgreSQL.
import { expect, onTestFinished, test, vi } from 'vitest'
import { communitiesBehindNginx } from './support/behind-nginx.ts'
import { conversationOf, numbersOf, type Page, soon, talk } from './support/chat-page.ts'
import { onPostgres } from './support/on-database.ts'
import { createDatabase, startPostgres } from './support/postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const { open } = communitiesBehindNginx()

/** Says one thing after the other until it is told to stop; what was acknowledged, in order. */
function chatter(name: string, page: Page) {
  const said: string[] = []
  let isOver = false
  async function goOn() {
    while (!isOver) {
      const words = `${name}: ${said.length}`
      await page.says(words)
      said.push(words)
    }
    return said
  }
  const going = goOn()
  return {
    said,
    stop: () => {
      isOver = true
      return going
    },
  }
}

/** Everything that was acknowledged is there once, and what one person said is in their order. */
function expectAll(people: string[][], conversation: string[]) {
  expect(conversation.toSorted()).toEqual(people.flat().toSorted())
  for (const said of people) expect(conversation.filter((words) => said.includes(words))).toEqual(said)
}

/** Nothing came twice or out of order. */
function expectInOrder(...pages: Page[]) {
  for (const page of pages) expect(numbersOf(page)).toEqual([...new Set(numbersOf(page))].toSorted((a, b) => a - b))
}

test('the only process is killed in the middle of a conversation: started again, it has all that was acknowledged', async () => {
  const { ana, bruno, first, again } = await open(1)
  const hers = await ana.opens()
  const his = await bruno.opens({ transports: ['polling'] })
  const talking = [chatter('Ana', hers), chatter('Bruno', his)]
  await expect.poll(() => his.heard.messages.length, soon).toBeGreaterThan(20)
  first.kill('SIGKILL')
  await first.ended
  await expect.poll(() => [hers, his].map(({ socket }) => socket.connected), soon).toEqual([false, false])
  const before = talking.map(({ said }) => said.length)
  await again(first)
  await hers.isThere()
  await his.isThere()
  await expect.poll(() => talking.every(({ said }, at) => said.length > (before[at] ?? 0) + 5), soon).toBe(true)
  expectAll(await Promise.all(talking.map(({ stop }) => stop())), await conversationOf(ana))
  expectInOrder(hers, his)
})

onPostgres(
  'of two processes one is killed: its people come back through the other, and who doesn’t is offline soon',
  async () => {
    const { ana, bruno, admit, first, last, again, proxy } = await open(2)
    const carmen = await admit('Carmen')
    const diego = await admit('Diego')
    const hers = await ana.opens()
    const his = await bruno.opens()
    const diegos = await diego.opens({ transports: ['polling'] })
    const carmens = await carmen.opens()
    await expect.poll(() => his.heard.online, soon).toEqual(['Ana', 'Bruno', 'Carmen', 'Diego'])
    const ids = { ana: hers.socket.id, bruno: his.socket.id, diego: diegos.socket.id }
    const talking = [chatter('Ana', hers), chatter('Bruno', his), chatter('Diego', diegos)]
    await expect.poll(() => his.heard.messages.length, soon).toBeGreaterThan(20)

    first.kill('SIGKILL')
    carmens.leaves()
    await first.ended
    const killed = performance.now()
    for (const [page, id] of [
      [hers, ids.ana],
      [diegos, ids.diego],
    ] as const)
      await expect.poll(() => page.socket.connected && page.socket.id !== id, soon).toBe(true)
    const back = performance.now() - killed
    expect(back).toBeLessThan(10_000)
    expect(await proxy.processOf(ana.from)).toBe(last.port)
    expect(his.heard.online).toContain('Carmen')
    const before = his.heard.messages.length
    await expect.poll(() => his.heard.messages.length, soon).toBeGreaterThan(before + 20)
    expectAll(await Promise.all(talking.map(({ stop }) => stop())), await conversationOf(ana))

    // a process that comes back gets its people back; polling, they notice
    const { id } = diegos.socket
    await again(first)
    expect(await proxy.processOf(ana.from)).toBe(first.port)
    await diegos.says('¿seguís ahí?')
    await expect.poll(() => diegos.socket.connected && diegos.socket.id !== id, soon).toBe(true)
    await talk(diegos, hers, 3)
    expectInOrder(hers, his, diegos)

    await expect.poll(() => his.heard.online, { timeout: 40_000 }).toEqual(['Ana', 'Bruno', 'Diego'])
    expect(performance.now() - killed).toBeLessThan(40_000)
    // more than 25 s, so that a ping has gone to and fro
    expect(his.socket.id).toBe(ids.bruno)
  },
)

onPostgres(
  'PostgreSQL is killed and comes back under two processes: the sockets stay, and what is said arrives',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const { ana, bruno, first, last } = await open(2, await createDatabase(postgres.url))
    const hers = await ana.opens()
    const his = await bruno.opens({ transports: ['polling'] })
    await talk(hers, his, 5)
    const ids = [hers.socket.id, his.socket.id]

    await postgres.kill()
    const talking = talk(hers, his, 5)
    for (const { stdout } of [first, last])
      await expect.poll(stdout, soon).toContain('sessions of sockets could not be checked')
    expect((await ana.ask('GET', '/health')).status).toBe(503)
    await postgres.restart()
    await talking
    expect([hers.socket.id, his.socket.id]).toEqual(ids)
    expect(numbersOf(hers)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(numbersOf(his)).toEqual(numbersOf(hers))
    await expect.poll(() => his.heard.online, soon).toEqual(['Ana', 'Bruno'])
  },
)
