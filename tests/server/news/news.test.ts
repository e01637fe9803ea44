// @databases both
// News (SPEC §5 to §7; DECISIONS §2, "News").
import { describe, expect, test } from 'vitest'
import type { NewsItem } from '../../../contract/news.ts'
import { communityOfThisFile, days, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const asked: string[] = []
const outbound = {
  readImage: async () => null,
  mayPost: () => false,
  download: async () => false,
  post: async () => 'refused' as const,
  findTitle: async () => ({ title: null, mayRetry: false }),
  readTitle: async (url: string) => {
    asked.push(url)
    return url.endsWith('/con-titulo') ? 'El faro, de noche' : null
  },
}
const community = await communityOfThisFile({ outbound })
const { hipatia, db } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

type Someone = Pick<Person, 'get' | 'post'>
const address = 'https://elpais.com/cultura/faro'
const send = (who: Someone, more: object = {}) =>
  who.post<NewsItem>('/news', { title: 'El faro', url: address, comment: 'Vale la pena.', ...more })
const share = async (who: Someone, more?: object) => expectDone(await send(who, more))
const listed = async (who: Someone, query = '') => expectDone(await who.get<NewsItem[]>(`/news${query}`))
const shared = async (url: string) =>
  expectDone(await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${encodeURIComponent(url)}`)).item
const trail = () => rowsOf(db, 'audit_events')
const clear = () => db.deleteFrom('news').execute()

test('a member shares a link under their own name, whatever name is sent', async () => {
  // in NFC, without spaces around
  const texts = { title: '  El cafe\u0301  ', url: ` ${address} `, comment: '  Vale la pena.\nMe lo dijo Jose\u0301. ' }
  const { status, body } = await send(bruno, { ...texts, author_id: ana.id, created_by: 'Ana', created_at: 'ayer' })
  expect(status).toBe(201)
  const trimmed = { title: 'El caf\u00e9', url: address, comment: 'Vale la pena.\nMe lo dijo Jos\u00e9.' }
  const own = { author_id: bruno.id, created_by: 'Bruno', reactions: [] }
  const times = { created_at: community.moment(), updated_at: community.moment() }
  expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), ...trimmed, ...own, ...times })
  expect((await listed(ana))[0]).toEqual(body)
  expect(expectDone(await ana.get(`/news/${body.id}`))).toEqual(body)
})

test('an absent, null, empty or blank comment is stored as null, in an edit too', async () => {
  for (const comment of [undefined, null, '', ' \n\u200b ']) {
    expect((await share(bruno, { comment })).comment).toBeNull()
    const { id, title, url } = await share(bruno)
    expect(expectDone(await bruno.put<NewsItem>(`/news/${id}`, { title, url, comment })).comment).toBeNull()
  }
})

describe('sharing a link', () => {
  const long = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
  const longComment = 'El comentario no puede tener más de 1000 caracteres'
  test.each([
    ['without a title', { title: undefined }, 'title', 'El título es requerido'],
    ['with a blank title', { title: ' \u00a0\u200b' }, 'title', 'El título es requerido'],
    ['with a long title', { title: 'ñ'.repeat(501) }, 'title', 'El título no puede tener más de 500 caracteres'],
    ['without a URL', { url: undefined }, 'url', 'La URL es requerida'],
    ['with a blank URL', { url: '  ' }, 'url', 'La URL es requerida'],
    ['with a URL of no scheme', { url: 'elpais.com' }, 'url', 'La URL debe comenzar con http:// o https://'],
    ['with a script', { url: 'javascript:alert(1)' }, 'url', 'La URL debe comenzar con http:// o https://'],
    ['with ftp', { url: 'ftp://a.example/' }, 'url', 'La URL debe comenzar con http:// o https://'],
    ['with a URL of no host', { url: 'https://' }, 'url', undefined],
    ['with a password', { url: 'https://ana:clave@a.example/' }, 'url', undefined],
    ['with a long URL', { url: long(2001) }, 'url', 'La URL no puede tener más de 2000 caracteres'],
    ['with a long comment', { comment: 'x'.repeat(1001) }, 'comment', longComment],
    ['with a number for a comment', { comment: 7 }, 'comment', undefined],
  ])('%s is refused, and the stored link stays', async (_what, wrong, field, message) => {
    const item = await share(bruno)
    const total = (await listed(ana, '?limit=200')).length
    const expected = { field, ...(message ? { detail: message } : {}) }
    expectRefusal(await send(bruno, wrong), 422, expected)
    const { title, url, comment } = item
    expectRefusal(await bruno.put(`/news/${item.id}`, { title, url, comment, ...wrong }), 422, expected)
    expect(expectDone(await ana.get(`/news/${item.id}`))).toEqual(item)
    expect(await listed(ana, '?limit=200')).toHaveLength(total)
  })

  test('with values of the maximal length is accepted', async () => {
    const longest = { title: '👵'.repeat(500), url: long(2000), comment: 'ñ'.repeat(1000) }
    expect(await share(bruno, longest)).toMatchObject(longest)
    // letters of six bytes each in an address, in an incompressible order: too long for any index
    const letters = Array.from({ length: 1982 }, (_, at) => String.fromCodePoint(0x100 + ((at ** 3 % 32_749) % 127)))
    const wide = `https://a.example/${letters.join('')}`
    const item = await share(bruno, { url: wide })
    expect(await shared(wide)).toEqual(item)
  })
})

test('the list of news is initialized with an example of the admin’s, recorded, and once, also if many do so at the same time', async () => {
  await clear()
  const { message } = expectDone(await hipatia.post<{ message: string }>('/news/initialize'))
  expect(message).toBe('La colección de noticias se ha inicializado con una noticia de ejemplo.')
  const items = await listed(ana)
  expect(items).toMatchObject([{ author_id: hipatia.id, created_by: 'Hipatia' }])
  expect((await trail()).at(-1)).toMatchObject({ action: 'news_initialized', actor_name: 'Hipatia' })

  const again = expectDone(await hipatia.post<{ message: string }>('/news/initialize'))
  expect(again.message).toBe('La colección de noticias ya tiene contenido.')
  expect(await listed(ana)).toEqual(items)
  for (let round = 0; round < 3; round++) {
    await clear()
    const answers = await Promise.all(Array.from({ length: 8 }, () => hipatia.post('/news/initialize')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await listed(ana)).toHaveLength(1)
  }
})

test('every connected member gets an event for each change of the news, and no other', async () => {
  const heard: string[] = []
  const stop = community.services.bus.subscribe((signal) => {
    if (signal.kind === 'area') heard.push(signal.area)
  })
  // signals come in order: after this one, none of an earlier change is on its way
  await community.services.bus.send(db, { kind: 'area', area: 'blog' })
  await expect.poll(() => heard).toContain('blog')
  heard.length = 0
  const item = await share(bruno)
  await bruno.put(`/news/${item.id}`, { title: 'Mejor', url: item.url })
  await bruno.put(`/news/${item.id}`, { title: 'Mejor', url: item.url })
  await bruno.delete(`/news/${item.id}`)
  await expect.poll(() => heard).toEqual(['news', 'news', 'news'])
  stop()
})

describe('an address that was shared before', () => {
  const same = 'https://www.elpais.com/cultura/faro/?a=1&b=2'
  test.each([
    'https://elpais.com/cultura/faro?a=1&b=2',
    'http://www.elpais.com/cultura/faro/?a=1&b=2',
    'HTTPS://WWW.ElPais.COM/cultura/faro/?a=1&b=2',
    'https://elpais.com:443/cultura/faro//?b=2&a=1',
    'https://elpais.com./cultura/faro?a=1&b=2#arriba',
    'https://elpais.com/cultura/faro?utm_source=x&a=1&UTM_Medium=y&b=2&fbclid=z&gclid=w&igsh=v',
  ])('is found for another spelling: %s', async (url) => {
    await clear()
    expect(await shared(url)).toBeNull()
    const item = await share(bruno, { url: same })
    expect(await shared(url)).toEqual(item)
  })

  test.each([
    'https://elpais.com/cultura/Faro?a=1&b=2',
    'https://elpais.com/cultura/faro?a=1&b=3',
    'https://elpais.com/cultura/faro?a=1',
    'https://cat.elpais.com/cultura/faro?a=1&b=2',
    'https://elpais.com:8443/cultura/faro?a=1&b=2',
  ])('is not found for another address: %s', async (url) => {
    await clear()
    await share(bruno, { url: same })
    expect(await shared(url)).toBeNull()
  })

  test('may be shared again: the last share is shown, or the other while that one is edited; what is no address is refused', async () => {
    await clear()
    const first = await share(bruno)
    community.advanceClock(days(3))
    const again = await share(ana)
    expect(await shared(address)).toEqual(again)
    const except = await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${address}&except=${again.id}`)
    expect(expectDone(except).item).toEqual(first)
    await ana.put(`/news/${again.id}`, { title: 'Otra cosa', url: 'https://bbc.com/' })
    expect(await shared(address)).toMatchObject({ created_by: 'Bruno' })
    expect(await shared('http://www.bbc.com')).toMatchObject({ created_by: 'Ana' })
    for (const query of ['', '?url=', '?url=nada', '?url=https://', `?url=${address}&url=${address}`])
      expectRefusal(await ana.get(`/news/shared${query}`), 422)
  })
})

describe('the title of a linked page', () => {
  const title = (who: Pick<Person, 'post'>, url: unknown) => who.post<{ title: string | null }>('/news/title', { url })

  test('is fetched on request, null if the page has none, but not for an address that can’t be shared', async () => {
    expect(expectDone(await title(ana, 'https://a.example/con-titulo'))).toEqual({ title: 'El faro, de noche' })
    expect(expectDone(await title(ana, 'https://a.example/sin'))).toEqual({ title: null })
    asked.length = 0
    for (const url of [undefined, '', 'file:///etc/passwd', 'ftp://a.example/', 'https://a:b@a.example/'])
      expectRefusal(await title(ana, url), 422, { field: 'url' })
    expect(asked).toEqual([])
  })

  test('is fetched a limited number of times per person', async () => {
    community.advanceClock(days(1))
    for (let time = 0; time < 6; time++) expect((await title(bruno, address)).status).toBe(200)
    expectRefusal(await title(bruno, address), 429)
    expect((await title(ana, address)).status).toBe(200)
    community.advanceClock(seconds(5))
    expect((await title(bruno, address)).status).toBe(200)
  })
})
