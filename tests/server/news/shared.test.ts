// Earlier shares of an address, shown while it is typed (DECISIONS §2, "News").
import { afterAll, describe, expect, test } from 'vitest'
import type { NewsItem } from '../../../contract/news.ts'
import { days, expectDone, type Person, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { db } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const address = 'https://elpais.com/cultura/faro'
const share = async (who: Pick<Person, 'post'>, more: object = {}) =>
  expectDone(await who.post<NewsItem>('/news', { title: 'El faro', url: address, comment: 'Vale la pena.', ...more }))
const shared = async (url: string) =>
  expectDone(await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${encodeURIComponent(url)}`)).item
const clear = () => db.deleteFrom('news').execute()

describe('an address that was shared before', () => {
  test('is found when another item is being edited', async () => {
    const url = 'https://dos-veces.example/'
    const first = expectDone(await ana.post<NewsItem>('/news', { title: 'Uno', url }))
    const second = expectDone(await ana.post<NewsItem>('/news', { title: 'Dos', url }))
    const answer = await ana.get<{ item: NewsItem | null }>(`/news/shared?url=${url}&except=${second.id}`)
    expect(expectDone(answer).item).toEqual(first)
    for (const { id } of [first, second]) expectDone(await ana.delete(`/news/${id}`))
  })

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

  test('may be shared again, and the last share is shown', async () => {
    await clear()
    await share(bruno)
    community.advanceClock(days(3))
    const again = await share(ana)
    expect(await shared(address)).toEqual(again)
    await ana.put(`/news/${again.id}`, { title: 'Otra cosa', url: 'https://bbc.com/' })
    expect(await shared(address)).toMatchObject({ created_by: 'Bruno' })
    expect(await shared('http://www.bbc.com')).toMatchObject({ created_by: 'Ana' })
  })

  test('can be looked up by its address only', async () => {
    for (const query of ['', '?url=', '?url=nada', '?url=https://', `?url=${address}&url=${address}`])
      expectRefusal(await ana.get(`/news/shared${query}`), 422)
  })
})
