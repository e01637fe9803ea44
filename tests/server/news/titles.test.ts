// The title of a shared page, fetched on request (DECISIONS §2, "News").
import { afterAll, describe, expect, test } from 'vitest'
import { days, expectDone, type Person, seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const asked: string[] = []
const outside = {
  readImage: async () => null,
  mayPost: () => false,
  post: async () => 'refused' as const,
  findTitle: async () => ({ title: null, mayRetry: false }),
  readTitle: async (url: string) => {
    asked.push(url)
    return url.endsWith('/con-titulo') ? 'El faro, de noche' : null
  },
}
const community = await startCommunity({ outbound: outside })
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

type Someone = Pick<Person, 'post'>
const address = 'https://elpais.com/cultura/faro'

describe('the title of a linked page', () => {
  const title = (who: Someone, url: unknown) => who.post<{ title: string | null }>('/news/title', { url })

  test('is fetched on request; null if the page has no title', async () => {
    expect(expectDone(await title(ana, 'https://a.example/con-titulo'))).toEqual({ title: 'El faro, de noche' })
    expect(expectDone(await title(ana, 'https://a.example/sin'))).toEqual({ title: null })
  })

  test('is not fetched for an address that can’t be shared', async () => {
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
