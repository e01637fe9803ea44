// Earlier versions of a post: stored with editor and time, for its author and admins.
import { afterAll, expect, test } from 'vitest'
import type { ListedVersion, PostVersion } from '../../../contract/posts.ts'
import { expectDone, minutes, type Person, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, visitor } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const versions = async (who: Person, id: string, query = '') =>
  expectDone(await who.get<ListedVersion[]>(`/posts/${id}/versions${query}`))
const version = (who: Pick<Person, 'get'>, id: string, number: number | string) =>
  who.get<PostVersion>(`/posts/${id}/versions/${number}`)

test('every save is a version with its text, editor and time', async () => {
  const historia = await hipatia.createsCategory('Historia')
  const { id, created_at } = await ana.writes({ title: 'Uno', content: 'Primero' })
  community.advanceClock(minutes(5))
  await ana.put(`/posts/${id}`, { title: 'Uno', content: 'Segundo', category_id: historia.id })
  community.advanceClock(minutes(5))
  await hipatia.put(`/posts/${id}`, { title: 'Tres', content: 'Tercero' })
  const kept = await versions(ana, id)
  expect(kept).toEqual([
    { version: 3, title: 'Tres', category_name: null, editor_name: 'Hipatia', saved_at: expect.any(String) },
    { version: 2, title: 'Uno', category_name: 'Historia', editor_name: 'Ana', saved_at: expect.any(String) },
    { version: 1, title: 'Uno', category_name: null, editor_name: 'Ana', saved_at: created_at },
  ])
  for (const [number, content] of [
    [1, 'Primero'],
    [2, 'Segundo'],
    [3, 'Tercero'],
  ] as const)
    expect(expectDone(await version(ana, id, number))).toEqual({ ...kept[3 - number], content })
})

test('a save without changes and a publication make no version', async () => {
  const { id } = await ana.drafts({ title: 'Uno', content: 'Primero' })
  await ana.put(`/posts/${id}`, { title: 'Uno', content: 'Primero' })
  await ana.put(`/posts/${id}/publish`, { is_published: true })
  expect(await versions(ana, id)).toHaveLength(1)
  await ana.put(`/posts/${id}`, { title: 'Uno', content: 'Otro' })
  expect((await versions(ana, id)).map(({ version }) => version)).toHaveLength(2)
})

test('only the author and admins see the versions of a post', async () => {
  const { id } = await ana.writes()
  expectRefusal(await bruno.get(`/posts/${id}/versions`), 403)
  expectRefusal(await version(bruno, id, 1), 403)
  expectRefusal(await version(visitor, id, 1), 401)
  const draft = await ana.drafts()
  expectRefusal(await bruno.get(`/posts/${draft.id}/versions`), 404)
  expectRefusal(await version(bruno, draft.id, 1), 404)
  expect(expectDone(await version(hipatia, draft.id, 1)).content).toBe('Un texto.')
  for (const none of [2, 0, '1e3', 'x', '99999999999999']) expectRefusal(await version(ana, id, none), 404)
})

test('versions are listed in pages and deleted with their post', async () => {
  const { id } = await ana.writes({ title: 'Mucho', content: '0' })
  for (let n = 1; n < 7; n++) await ana.put(`/posts/${id}`, { title: 'Mucho', content: String(n) })
  const first = await ana.get<ListedVersion[]>(`/posts/${id}/versions?limit=4`)
  expect(first.body.map((one) => one.version)).toEqual([7, 6, 5, 4])
  const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(expectDone(await ana.get<ListedVersion[]>(next)).map((one) => one.version)).toEqual([3, 2, 1])
  await ana.delete(`/posts/${id}`)
  expect(
    (await community.readAllTables()).post_versions?.filter((row) => (row as { post_id: string }).post_id === id),
  ).toEqual([])
})
