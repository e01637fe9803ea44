// The title of a page that is shared, asked of it on request (DECISIONS §2, "News").
import { afterAll, describe, expect, test } from 'vitest'
import { days, done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const asked: string[] = []
const outside = {
  readTitle: async (url: string) => {
    asked.push(url)
    return url.endsWith('/con-titulo') ? 'El faro, de noche' : null
  },
}
const community = await foundCommunity({ outside })
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

type Someone = Pick<Person, 'post'>
const address = 'https://elpais.com/cultura/faro'

describe('the title at an address', () => {
  const title = (who: Someone, url: unknown) => who.post<{ title: string | null }>('/news/title', { url })

  test('is fetched on request; null when there is none', async () => {
    expect(done(await title(ana, 'https://a.example/con-titulo'))).toEqual({ title: 'El faro, de noche' })
    expect(done(await title(ana, 'https://a.example/sin'))).toEqual({ title: null })
  })

  test('is not asked for where the address is none that can be shared', async () => {
    asked.length = 0
    for (const url of [undefined, '', 'file:///etc/passwd', 'ftp://a.example/', 'https://a:b@a.example/'])
      expectRefusal(await title(ana, url), 422, { field: 'url' })
    expect(asked).toEqual([])
  })

  test('is asked for a few times at once by one person, and again after a while; others can meanwhile', async () => {
    community.passes(days(1))
    for (let time = 0; time < 6; time++) expect((await title(bruno, address)).status).toBe(200)
    expectRefusal(await title(bruno, address), 429)
    expect((await title(ana, address)).status).toBe(200)
    community.passes(seconds(5))
    expect((await title(bruno, address)).status).toBe(200)
  })
})
