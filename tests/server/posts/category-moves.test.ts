// @databases both
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import { startCommunity } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'

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

onPostgres(
  'a move that waits for one category keeps nobody from the other, so that no two moves wait for each other',
  async () => {
    const { hipatia, db } = community
    const [first, second] = [await hipatia.createsCategory('Rollos'), await hipatia.createsCategory('Tablillas')]
    await hipatia.writes({ category_id: first.id })
    const { id, title, content } = await hipatia.writes({ category_id: second.id })
    const lock = (category: string) => sql`select from post_counts where category_id = ${category} for update nowait`
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db)
      return rows[0]?.count
    }
    const moved = await db.transaction().execute(async (tx) => {
      await lock(first.id).execute(tx)
      const moving = hipatia.put(`/posts/${id}`, { title, content, category_id: first.id })
      await expect.poll(countWaiting).toBe(1)
      await lock(second.id).execute(tx)
      return { moving }
    })
    expect((await moved.moving).status).toBe(200)
  },
)
