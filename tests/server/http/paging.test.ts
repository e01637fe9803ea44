// @databases both
// Pages of lists (DECISIONS §2, "Lists"): plain arrays with `limit`, a Link to the next page and X-Total-Count.
import { describe, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, minutes, nextOf, pagesOf } from '../../support/server/community.ts'
import { insertRows, newPost, newUser } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

// one person who reads all lists at the pace of a machine
const community = await communityOfThisFile({ budgets: { reads: { burst: 10_000, perSecond: 60 } } })
const { db, hipatia, clock } = community
const ana = await community.signIn('Ana')

interface Item {
  id: string
  name?: string
  title?: string
}
type Reader = Pick<typeof ana, 'get'>

/** Follows a list to its end; `between` runs after each page. */
async function follow(reader: Reader, path: string, between?: (seen: Item[]) => Promise<unknown>) {
  const pages = await pagesOf<Item>(reader, path, between)
  return {
    seen: pages.flatMap(({ body }) => body),
    totals: pages.map(({ total }) => total),
    sizes: pages.map(({ body }) => body.length),
  }
}
const ids = (items: Item[]) => items.map(({ id }) => id)

// 205 of everything: more than the maximal page
const many = 205
const at = clock.now
const turns = Array.from({ length: many }, (_, turn) => turn)
const posts = turns.flatMap((turn) => [
  // three in each millisecond
  newPost(ana, { published_at: at + Math.floor(turn / 3), created_at: at }),
  newPost(ana, { created_at: at }),
])
await insertRows(db, 'posts', posts)
const names = turns.map((turn) => `n ${String(turn).padStart(4, '0')}`)
const categories = names.map((name, turn) => {
  const deactivated_at = turn % 5 === 0 ? at : null
  return { id: newId(), name, name_key: name, created_at: at, deactivated_at }
})
await insertRows(db, 'categories', categories)
const users = names.map((name) => newUser(name))
await insertRows(db, 'users', users)
const news = turns.map((turn) => {
  const url = `https://faro.example/${turn}`
  return { id: newId(), title: 'El faro', url, url_key: url, author_id: ana.id, created_at: at, updated_at: at }
})
await insertRows(db, 'news', news)

const active = many - Math.ceil(many / 5)
const lists: [string, Reader, number][] = [
  ['/posts', ana, many],
  ['/posts?view=summary', ana, many],
  ['/posts?category_id=none', ana, many],
  ['/posts/all', ana, many],
  ['/posts/all?include_unpublished=true', ana, 2 * many],
  ['/posts/drafts/my', ana, many],
  ['/categories', ana, active],
  ['/categories/all', hipatia, many],
  ['/auth/users', hipatia, many + 2],
  ['/news', ana, many],
]

describe.each(lists)('%s', (path, reader, total) => {
  const sep = path.includes('?') ? '&' : '?'

  test('comes in pages of a hundred, complete, without duplicates and in a stable order', async () => {
    const { seen, totals, sizes } = await follow(reader, path)
    expect(seen).toHaveLength(total)
    expect(new Set(ids(seen)).size).toBe(total)
    expect(new Set(totals)).toEqual(new Set([total]))
    expect(sizes.slice(0, -1).every((size) => size === 100)).toBe(true)
    for (const limit of [13, 200]) {
      const pages = await follow(reader, `${path}${sep}limit=${limit}`)
      expect(ids(pages.seen)).toEqual(ids(seen))
    }
  })

  test('limits from 1 to 200 are accepted; others, two of them, made-up cursors and those of other lists are refused', async () => {
    expect(expectDone(await reader.get<Item[]>(`${path}${sep}limit=1`))).toHaveLength(1)
    expect(expectDone(await reader.get<Item[]>(`${path}${sep}limit=200`))).toHaveLength(Math.min(200, total))
    const wrong = ['0', '201', '-1', '1.5', '1e2', 'abc', '', '50abc', '05', '+5', ' 5', '１', '1e9', 'NaN', '0x10']
    for (const limit of [...wrong.map(encodeURIComponent), '9007199254740993', '5&limit=6'])
      expectRefusal(await reader.get(`${path}${sep}limit=${limit}`), 422, { field: 'limit' })
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      ...['', 'x', '%00', 'null', '..', 'a'.repeat(20_00), encoded(null), encoded([]), encoded({}), encoded('x')],
      ...[encoded([1, 2]), encoded([{}]), encoded([null]), encoded(['x', 'y', 'z']), encoded([1e308, '0'.repeat(32)])],
      ...[encoded(['x\0']), encoded([0, 'x\0']), encoded(['\ud800']), encoded([1.5, '0'.repeat(32)])],
    ])
      expectRefusal(await reader.get(`${path}${sep}cursor=${encodeURIComponent(cursor)}`), 422, { field: 'cursor' })
    expectRefusal(await reader.get(`${path}${sep}cursor=a&cursor=b`), 422, { field: 'cursor' })
  })
})

describe('a list that changes between two pages', () => {
  test('continues after a deleted item without gaps or duplicates, and repeats nothing after a new publication', async () => {
    const { seen: before } = await follow(ana, '/posts')
    const gone: string[] = []
    const { seen } = await follow(ana, '/posts?limit=20', async (soFar) => {
      community.advanceClock(minutes(1))
      const last = soFar.at(-1)?.id ?? ''
      gone.push(last)
      expectDone(await ana.delete(`/posts/${last}`))
    })
    expect(ids(seen)).toEqual(ids(before))
    const { seen: left } = await follow(ana, '/posts')
    expect(ids(left)).toEqual(ids(before).filter((id) => !gone.includes(id)))
    const { seen: unchanged, totals } = await follow(ana, '/posts?limit=50', async () => {
      community.advanceClock(minutes(1))
      await ana.writes({ title: 'Recién publicado' })
    })
    expect(ids(unchanged)).toEqual(ids(left))
    expect(totals.at(-1)).toBe(left.length + totals.length - 1)
  })

  test.each<
    [path: string, things: string, who: Pick<typeof ana, 'get' | 'delete'>, add: (n: number) => Promise<unknown>]
  >([
    ['/posts/drafts/my?limit=60', 'posts', ana, () => ana.drafts()],
    ['/posts/all?include_unpublished=true&limit=150', 'posts', ana, () => ana.drafts()],
    ['/categories/all?limit=40', 'categories', hipatia, (n) => hipatia.createsCategory(`A ${n}`)],
    ['/news?limit=60', 'news', ana, () => ana.shares()],
  ])('continues correctly at %s', async (path, things, who, add) => {
    const { seen: before } = await follow(who, path)
    const { seen } = await follow(who, path, async (soFar) => {
      community.advanceClock(minutes(1))
      await add(soFar.length)
      expectDone(await who.delete(`/${things}/${soFar.at(-1)?.id}`))
    })
    expect(ids(seen)).toEqual(ids(before))
  })
})

test('cursors work for the longest names of any alphabet', async () => {
  await db.deleteFrom('categories').execute()
  // deliveries of the mails about the posts above
  await db.deleteFrom('deliveries').execute()
  await db.deleteFrom('users').where('name', 'like', 'n %').execute()
  const letters = ['ﷺ', '文', 'я', 'ñ', '🦉'] // the first name is eighteen letters when it is folded
  for (const [turn, letter] of letters.entries()) {
    await hipatia.createsCategory(letter.repeat(80))
    await hipatia.createsAccount(letter.repeat(60), { email: `${turn}@longest.example` })
  }
  for (const path of ['/categories?limit=1', '/auth/users?limit=1']) {
    const { seen, totals } = await follow(hipatia, path)
    expect(seen).toHaveLength(totals[0] ?? 0)
    expect(seen.filter(({ name = '' }) => letters.includes([...name][0] ?? ''))).toHaveLength(letters.length)
  }
})

test('the Link header keeps filter, limit and whatever else was asked', async () => {
  const asked = { view: 'summary', include_unpublished: 'true', category_id: 'none', limit: '3', other: 'x?y' }
  const next = nextOf(await ana.get(`/posts/all?${new URLSearchParams(asked)}`)) ?? ''
  const params = new URL(next, 'http://localhost').searchParams
  expect(Object.fromEntries(params)).toMatchObject(asked)
  const { body } = await ana.get<Item[]>(next)
  expect(body).toHaveLength(3)
  expect(body[0]).not.toHaveProperty('content')
})

test('a list of a single page has no Link header, an empty list has the total 0', async () => {
  const bruno = await community.signIn('Bruno')
  const { body, headers } = await bruno.get('/posts/drafts/my')
  expect(body).toEqual([])
  expect(headers.get('x-total-count')).toBe('0')
  expect(headers.get('link')).toBeNull()
  await bruno.drafts()
  const exactly = await bruno.get('/posts/drafts/my?limit=1')
  expect(exactly.headers.get('x-total-count')).toBe('1')
  expect(exactly.headers.get('link')).toBeNull()
})
