// Who shared an address before, said while it is typed (DECISIONS §2, "News").
import { afterAll, describe, expect, test } from 'vitest'
import type { NewsItem } from '../contract/news.ts'
import { days, done, foundCommunity, type Person } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { db } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const address = 'https://elpais.com/cultura/faro'
const share = async (who: Pick<Person, 'post'>, more: object = {}) =>
  done(await who.post<NewsItem>('/news', { title: 'El faro', url: address, comment: 'Vale la pena.', ...more }))
const shared = async (url: string) =>
  done(await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${encodeURIComponent(url)}`)).item
const clear = () => db.deleteFrom('news').execute()

describe('what was shared before', () => {
  test('is found beside the one that is being changed', async () => {
    const url = 'https://dos-veces.example/'
    const first = done(await ana.post<NewsItem>('/news', { title: 'Uno', url }))
    const second = done(await ana.post<NewsItem>('/news', { title: 'Dos', url }))
    const answer = await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${url}&except=${second.id}`)
    expect(done(answer).item).toEqual(first)
    for (const { id } of [first, second]) done(await ana.delete(`/news/${id}`))
  })

  const same = 'https://www.elpais.com/cultura/faro/?a=1&b=2'
  test.each([
    'https://elpais.com/cultura/faro?a=1&b=2',
    'http://www.elpais.com/cultura/faro/?a=1&b=2',
    'HTTPS://WWW.ElPais.COM/cultura/faro/?a=1&b=2',
    'https://elpais.com:443/cultura/faro//?b=2&a=1',
    'https://elpais.com./cultura/faro?a=1&b=2#arriba',
    'https://elpais.com/cultura/faro?utm_source=x&a=1&UTM_Medium=y&b=2&fbclid=z&gclid=w&igsh=v',
  ])('is noticed: %s', async (url) => {
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
  ])('is something else: %s', async (url) => {
    await clear()
    await share(bruno, { url: same })
    expect(await shared(url)).toBeNull()
  })

  test('may be shared again, and the last is the one that is named', async () => {
    await clear()
    await share(bruno)
    community.passes(days(3))
    const again = await share(ana)
    expect(await shared(address)).toEqual(again)
    await ana.put(`/news/${again.id}`, { title: 'Otra cosa', url: 'https://bbc.com/' })
    expect(await shared(address)).toMatchObject({ created_by: 'Bruno' })
    expect(await shared('http://www.bbc.com')).toMatchObject({ created_by: 'Ana' })
  })

  test('is asked for with an address', async () => {
    for (const query of ['', '?url=', '?url=nada', '?url=https://', `?url=${address}&url=${address}`])
      expectRefusal(await ana.get(`/news/shared${query}`), 422)
  })
})
