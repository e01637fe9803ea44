import { afterAll, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import { startCommunity } from '../../support/server/community.ts'

const community = await startCommunity()
afterAll(() => community.close())

test('posts that many people move between two categories at the same time are all saved, and counted', async () => {
  const { hipatia } = community
  const categories = [await hipatia.createsCategory('Mapas'), await hipatia.createsCategory('Cartas')]
  const idOf = (turn: number) => categories[turn % 2]?.id ?? null
  const names = Array.from({ length: 8 }, (_, count) => `Ana ${count}`)
  const people = await Promise.all(names.map((name) => community.signIn(name)))
  const posts = await Promise.all(
    people.flatMap((person) =>
      [0, 1].map(async (turn) => ({ person, post: await person.writes({ category_id: idOf(turn) }) })),
    ),
  )
  for (let round = 1; round <= 4; round++) {
    const answers = await Promise.all(
      posts.map(({ person, post: { id, title } }, turn) =>
        person.put(`/posts/${id}`, { title, content: `Vuelta ${round}.`, category_id: idOf(turn + round) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(posts.map(() => 200))
  }
  for (const { id } of categories)
    expect((await hipatia.get<Category>(`/categories/${id}`)).body.post_count).toBe(posts.length / 2)
})
