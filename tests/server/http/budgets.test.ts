// Budgets of reads, of client networks, and writes by their weight (docs/decisions/012).
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { type Answer, communityOfThisFile, communityOfThisTest, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { howMany, signInFrom, times } from '../../support/server/sign-ins.ts'
import { seconds } from '../../support/server/times.ts'
import { holdHashes } from '../auth/hold-hashes.ts'

describe('reads', async () => {
  const community = await communityOfThisFile({ budgets: { reads: { burst: 60, perSecond: 1 } } })
  const ana = await community.signIn('Ana')
  const phone = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')

  test('of more reads than Ana may do at once the rest is refused, on all her devices, and nobody else’s', async () => {
    const answers = await times(120, (turn) => (turn % 2 ? ana : phone).get('/categories'))
    expect(howMany(answers, 200)).toBeGreaterThanOrEqual(60)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expectRefusal(answer, 429)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1')
    expect((await bruno.get('/categories')).status).toBe(200)
    expect((await ana.post('/auth/heartbeat')).status).toBe(200)
    await expect.poll(async () => (await ana.get('/categories')).status).toBe(200)
  })

  test('a search, contents and the audit trail take more than a plain list; the delay named is that of the whole cost', async () => {
    const { hipatia } = community
    const reads: [reader: Pick<Person, 'get'>, path: string, most: number][] = [
      [await community.signIn('Carmen'), '/posts?view=summary&q=faro', 10],
      [await community.signIn('Damián'), '/posts', 30],
      [hipatia, '/audit?q=ana', 10],
    ]
    for (const [reader, path, most] of reads) {
      const answers = await times(60, () => reader.get(path))
      expect(howMany(answers, 200), path).toBeGreaterThan(0)
      expect(howMany(answers, 200), path).toBeLessThanOrEqual(most)
    }
    const search = await hipatia.get('/audit?q=ana')
    expectRefusal(search, 429)
    expect(Number(search.headers.get('retry-after'))).toBeGreaterThan(1)
  })
})

test('opening a dozen pages at once, each with fifteen reads, is far from the limit of a person', async () => {
  const community = await communityOfThisTest()
  const ana = await community.signIn('Ana')
  const lists = ['/posts?view=summary', '/news', '/categories', '/files', '/sections', '/chat/messages']
  const answers = await times(12 * 15, (turn) => ana.get(lists[turn % lists.length] ?? ''))
  expect(howMany(answers, 200)).toBe(12 * 15)
})

test('a hundred and fifty posts that Ana saves at once are saved one after the other: Bruno’s, sent meanwhile, doesn’t wait for them', async () => {
  const community = await communityOfThisTest()
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  const answered: string[] = []
  const twenty = Promise.withResolvers<void>()
  async function save(name: string, person: Person, turn: number) {
    await person.drafts({ title: `Carta ${turn}` })
    answered.push(name)
    if (answered.length === 20) twenty.resolve()
  }
  const saves = times(150, (turn) => save('Ana', ana, turn))
  await twenty.promise
  await Promise.all([saves, save('Bruno', bruno, 150)])
  expect(answered.indexOf('Bruno')).toBeLessThan(100)
})

const trustedProxies = ['127.0.0.1']
const names = Array.from({ length: 50 }, (_, at) => `@[Persona ${at}](${`${at}`.padStart(32, '0')})`).join(' ')

test('comments and messages that name fifty people weigh six times as much as others: they are told, and the others don’t wait', async () => {
  const community = await communityOfThisTest({ budgets: { messages: { burst: 30, perSecond: 0.01 } } })
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  const { id } = await ana.writes({ title: 'Quién viene', content: 'Decidlo abajo.' })
  const comment = (person: Person, content: string) => person.post(`/comments/post/${id}`, { content })
  const answers = await times(60, () => comment(bruno, names))
  // each request takes one at once, and five more for the names
  expect(howMany(answers, 201)).toBeGreaterThanOrEqual(28)
  expect(howMany(answers, 201)).toBeLessThan(45)
  for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 429)
  expect((await comment(ana, names)).status).toBe(201)

  const send = (person: Person, message: string) => person.post('/chat/messages', { message, message_type: 'text' })
  expect(howMany(await times(12, () => send(ana, names)), 201)).toBe(5)
  const carmen = await community.signIn('Carmen')
  expect(howMany(await times(40, () => send(carmen, 'Voy yo.')), 201)).toBe(30)
})

describe('a client network', async () => {
  const community = await communityOfThisFile({ trustedProxies, budgets: { network: { burst: 50, perSecond: 0.1 } } })
  const ana = await community.signIn('Ana')
  const from = (person: Pick<Person, 'get'>, address: string, path: string) =>
    person.get(path, { headers: { 'x-forwarded-for': address } })
  let networks = 0
  const { visitor } = community
  const madeUp = community.withToken('A'.repeat(43))

  test.each<[string, Pick<Person, 'get'>, string]>([
    ['public calls', visitor, '/health'],
    ['calls without a session', visitor, '/news'],
    ['made-up tokens', madeUp, '/news'],
    ['addresses that don’t exist', visitor, '/nada'],
    ['content of files', visitor, '/files/00000000000000000000000000000000/content/x'],
    ['unsubscribe links', visitor, '/notifications/unsubscribe/x'],
    ['members’ reads', ana, '/categories'],
  ])('%s count, and are refused before anybody asks who it is; other networks go on', async (_what, person, path) => {
    const address = `203.0.113.${++networks}`
    const answers = await times(80, () => from(person, address, path))
    expect(howMany(answers, 429)).toBeGreaterThan(10)
    expect(howMany(answers, 429)).toBeLessThanOrEqual(30)
    expectRefusal(await from(ana, address, '/auth/me'), 429)
    expect((await from(ana, '198.51.100.7', '/auth/me')).status).toBe(200)
  })

  test('the addresses of one IPv6 home count as one', async () => {
    const answers = await times(80, (turn) => from(visitor, `2001:db8:1:2::${turn + 1}`, '/health'))
    expect(howMany(answers, 429)).toBeGreaterThan(10)
    expect((await from(visitor, '2001:db8:1:3::1', '/health')).status).toBe(200)
  })
})

test('a hundred people behind one address, each opening a page of fifteen reads, are all served', async () => {
  const community = await communityOfThisTest()
  const people = await times(15, (turn) => community.signIn(`Persona ${turn}`))
  const answers: Answer[] = []
  for (let round = 0; round < 10; round++)
    answers.push(...(await times(150, (turn) => (people[turn % 15] as Person).get('/categories'))))
  expect(howMany(answers, 200)).toBe(100 * 15)
})

test('a network whose sign-ins are refused takes none of those left for the others by trying on', async () => {
  // Hipatia's, ten guesses and the refusal leave one; none comes back during the test
  const community = await communityOfThisTest({ trustedProxies, budgets: { signIns: { burst: 13, perSecond: 1e-6 } } })
  const from = signInFrom(community)
  await community.hipatia.createsAccount('Ana')
  expect(howMany(await times(10, () => from('203.0.113.60', 'Ana', 'mal')), 401)).toBe(10)
  for (let turn = 0; turn < 500; turn++) expectRefusal(await from('203.0.113.60', 'Ana'), 429)
  expect((await from('198.51.100.60', 'Ana')).status).toBe(200)
  expectRefusal(await from('198.51.100.60', 'Ana'), 429)
})

test('right sign-ins count as well, by name and network: whoever signs in all the time takes nobody’s turn', async () => {
  const signInsOfOne = { burst: 20, perSecond: 1e-6 }
  const community = await communityOfThisTest({ trustedProxies, budgets: { signInsOfOne } })
  for (const name of ['Ana', 'Bruno']) await community.hipatia.createsAccount(name)
  const from = signInFrom(community)
  for (let turn = 0; turn < 20; turn++) expect((await from('203.0.113.61', 'Ana')).status).toBe(200)
  expectRefusal(await from('203.0.113.61', 'Ana'), 429)
  expect((await from('203.0.113.61', 'Bruno')).status).toBe(200)
  expect((await from('198.51.100.61', 'Ana')).status).toBe(200)
})

test('of many sign-ins of Ana at once some wait and the others are refused, so that Bruno’s finds a place', async () => {
  const community = await communityOfThisTest()
  for (const name of ['Ana', 'Bruno']) await community.hipatia.createsAccount(name)
  const release = holdHashes()
  const statuses: number[] = []
  const signIn = async (name: string) => statuses.push((await community.tryToSignIn(name)).status)
  const many = Array.from({ length: 70 }, () => signIn('Ana'))
  await expect.poll(() => statuses).toEqual(Array(54).fill(429))
  const brunos = signIn('Bruno')
  await release()
  await Promise.all([...many, brunos])
  expect(statuses.slice(54)).toEqual(Array(17).fill(200))
})

describe('writes', async () => {
  const community = await communityOfThisFile()

  test('of texts of a hundred kilobytes twenty are saved at once, and the next ones as the budget fills', async () => {
    const ana = await community.signIn('Ana')
    const write = () => ana.post('/posts', { title: 'Largo', content: 'x'.repeat(100_000) })
    // each weighs ten
    expect(howMany(await times(30, write), 201)).toBe(20)
    const refused = await write()
    expectRefusal(refused, 429)
    expect(refused.headers.get('retry-after')).toBe('1')
    community.advanceClock(seconds(1))
    expect(howMany(await times(5, write), 201)).toBe(2)
  })

  test('a text that is sent without its length weighs too', async () => {
    const bruno = await community.signIn('Bruno')
    const write = () =>
      new Promise<number>((resolve, reject) => {
        const call = request(`${community.origin}/api/posts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bruno.token}`, 'content-type': 'application/json' },
        })
        call.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
        call.write('{"title":"Sin longitud",')
        call.end('"content":"Un texto."}')
      })
    const statuses = await times(30, write)
    expect(statuses.filter((status) => status === 201)).toHaveLength(18)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12)
  })

  test('a body over the limit isn’t read, and weighs like a small one', async () => {
    const carmen = await community.signIn('Carmen')
    const answers = await times(10, () => carmen.post('/posts', { title: 'x', content: 'x'.repeat(2.5 * 2 ** 20) }))
    for (const answer of answers) expectRefusal(answer, 413)
  })
})

// two hundred at once and twenty a second after (DECISIONS §2, "Errors")
describe('the limit of writes', async () => {
  const community = await communityOfThisFile()
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  const beats = (person: Person, count: number) => times(count, () => person.post('/auth/heartbeat'))

  test('two hundred writes at once of a person, on all devices, are accepted, the next one is refused; twenty per second are added, up to two hundred; reads don’t count', async () => {
    const first = await beats(ana, 220)
    expect({ done: howMany(first, 200), refused: howMany(first, 429) }).toEqual({ done: 200, refused: 20 })
    const writes = community.watchWrites()
    const refused = await ana.post('/posts', { title: 'Demasiado', content: 'Demasiado' })
    expectRefusal(refused, 429)
    expect(writes()).toEqual([])

    community.advanceClock(seconds(Number(refused.headers.get('retry-after'))))
    expect((await ana.post('/posts', { title: 'Ahora sí', content: 'Bien' })).status).toBe(201)

    community.advanceClock(seconds(5))
    // 19 were left of the first second
    expect(howMany(await beats(ana, 150), 200)).toBe(119)

    community.advanceClock(seconds(60 * 60))
    expect(howMany(await beats(ana, 220), 200)).toBe(200)
    expect(howMany(await beats(ana, 5), 200)).toBe(0)
    expectRefusal(await (await community.signIn('Ana')).post('/auth/heartbeat'), 429)
    for (let turn = 0; turn < 30; turn++) expect((await ana.get('/posts')).status).toBe(200)
    expect(howMany(await beats(bruno, 20), 200)).toBe(20)
    expect((await community.tryToSignIn('Carmen')).status).toBe(401)
  })

  test('refused writes count towards the limit', async () => {
    community.advanceClock(seconds(60))
    await times(100, () => bruno.post('/categories', { name: 'No' }))
    await times(100, () => bruno.post('/posts', {}))
    expect(howMany(await beats(bruno, 150), 429)).toBeGreaterThan(0)
  })

  test('a clock that jumps back doesn’t change the limit of writes', async () => {
    community.advanceClock(seconds(60))
    expect(howMany(await beats(ana, 200), 200)).toBe(200)
    community.advanceClock(-seconds(30))
    expect(howMany(await beats(ana, 5), 200)).toBe(0)
    community.advanceClock(seconds(1))
    expect(howMany(await beats(ana, 25), 200)).toBe(20)
  })
})
