// @databases both
// The index of what is searched: after a restore or an update a running server fills it, the newest first.
import { expect, test } from 'vitest'
import { findContradictions, findDamage } from '../../../lab/crash/consistency.ts'
import { emptyIndex as emptyIndexIn } from '../../../server/db/search/documents.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { type Community, communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { changeRows, insertRows } from '../../support/server/database/rows.ts'

/** Empties the index, as it is in a database that was made from a snapshot. */
async function emptyIndex({ db }: Community) {
  await db.deleteFrom('documents').execute()
  await changeRows(db, 'search_fills', { is_done: 0, last_at: null, last_id: null })
}

/** Documents of each kind by their numbers. */
async function indexed({ db }: Community) {
  const rows = await db.selectFrom('documents').selectAll().orderBy('kind').orderBy('doc').execute()
  return rows.map(({ kind, ref_id, at }) => `${kind} ${ref_id} ${at}`)
}

const fill = ({ services }: Community, isStopped = () => false) => fillIndex(services, { pauseRatio: 0, isStopped })

async function expectFaultless({ db, isPostgres }: Community) {
  expect(await findContradictions(db)).toEqual([])
  expect(await findDamage(db, isPostgres ? 'postgres' : 'sqlite')).toEqual([])
}

const titles = async (person: { get: Community['hipatia']['get'] }, q: string) =>
  expectDone(await person.get<{ title: string }[]>(`/posts?q=${encodeURIComponent(q)}`)).map(({ title }) => title)

/** Something of every kind, by two people; more posts than are indexed in one step. */
async function writeEverything({ hipatia, signIn, advanceClock }: Community) {
  const ana = await signIn('Ana')
  const category = await hipatia.createsCategory('Historia')
  const draft = await ana.drafts({ title: 'Borrador del faro', content: 'Sin acabar.', category_id: category.id })
  for (let n = 1; n <= 12; n++) {
    advanceClock(1000)
    const post = await ana.writes({ title: `Carta ${n}`, content: `La número ${n} de las cartas del faro.` })
    expectDone(await hipatia.post(`/comments/post/${post.id}`, { content: `Leída la ${n}` }))
    expectDone(await ana.post('/chat/messages', { message: `He escrito la ${n}` }))
  }
  advanceClock(1000)
  const old = await ana.drafts({ title: 'Escrita antes, publicada después', content: 'Sobre el faro.' })
  await ana.writes({ title: 'Última carta', content: 'Nada más.' })
  advanceClock(1000)
  expectDone(await ana.put(`/posts/${old.id}/publish`, { is_published: true }))
  await ana.links('https://faros.example/catalogo', { description: 'Catálogo de faros' })
  await ana.uploads({ name: 'faro.txt', type: 'text/plain', bytes: Buffer.from('luz') })
  expectDone(await ana.post('/news', { title: 'Un faro nuevo', url: 'https://faros.example/nuevo' }))
  return { ana, draft }
}

test('after a restore the server fills the index: everything is in it once, in the order of publication', async () => {
  const community = await communityOfThisTest()
  const { ana } = await writeEverything(community)
  const before = await indexed(community)
  const found = await titles(ana, 'cartas faro')
  expect(found).toHaveLength(12)
  await emptyIndex(community)
  expect(await titles(ana, 'cartas faro')).toEqual([])

  expect(await fill(community)).toBe(true)
  expect(await indexed(community)).toEqual(before)
  expect(await titles(ana, 'cartas faro')).toEqual(found)
  await expectFaultless(community)
  // and once it is complete nothing is done again
  expect(await fill(community, () => true)).toBe(true)
})

test('what is written, changed and deleted while the index is being filled is found as it is now', async () => {
  const community = await communityOfThisTest()
  const { ana, draft } = await writeEverything(community)
  const all = expectDone(await ana.get<{ id: string; title: string }[]>('/posts?limit=100'))
  const idOf = (title: string) => all.find((post) => post.title === title)?.id
  await emptyIndex(community)
  let steps = 0
  expect(await fill(community, () => steps++ === 1)).toBe(false)
  // the oldest are not in it yet
  expect(await titles(ana, 'número 12')).toEqual(['Carta 12'])
  expect(await titles(ana, 'número 1')).not.toContain('Carta 1')

  expectDone(await ana.put(`/posts/${idOf('Carta 1')}`, { title: 'Carta 1', content: 'Ahora trata de un velero.' }))
  expectDone(await ana.put(`/posts/${draft.id}/publish`, { is_published: true }))
  expectDone(await community.hipatia.delete(`/posts/${idOf('Carta 2')}`))
  await ana.writes({ title: 'Carta 13', content: 'Escrita mientras tanto.' })
  expect(await titles(ana, 'velero')).toEqual(['Carta 1'])
  expect(await fill(community)).toBe(true)
  await expectFaultless(community)
  expect(await titles(ana, 'velero')).toEqual(['Carta 1'])
  expect(await titles(ana, 'tanto')).toEqual(['Carta 13'])
  expect(await titles(ana, 'acabar')).toEqual(['Borrador del faro'])
  expect(await titles(ana, 'número 2')).toEqual([])
})

test('two processes don’t fill it at the same time; after the first has died the second goes on', async () => {
  const community = await communityOfThisTest()
  await writeEverything(community)
  await emptyIndex(community)
  expect((await Promise.all([fill(community), fill(community)])).toSorted()).toEqual([false, true])
  await expectFaultless(community)

  await emptyIndex(community)
  const until = community.clock.now + 60_000
  await insertRows(community.db, 'leases', [{ name: 'search', holder: 'dead', until }])
  expect(await fill(community)).toBe(false)
  expect(await indexed(community)).toEqual([])
  community.advanceClock(60_001)
  expect(await fill(community)).toBe(true)
  await expectFaultless(community)
})

test('an index that is emptied while a server fills it is complete in the end', async () => {
  const community = await communityOfThisTest()
  const { ana } = await writeEverything(community)
  const found = await titles(ana, 'cartas faro')
  const empty = () => community.db.transaction().execute(emptyIndexIn)
  await empty()
  let steps = 0
  let emptied: Promise<void> | undefined
  function emptyOnce() {
    if (++steps === 2) emptied = empty()
    return false
  }
  expect(await fill(community, emptyOnce)).toBe(true)
  await emptied
  expect(await fill(community)).toBe(true)
  expect(await titles(ana, 'cartas faro')).toEqual(found)
  await expectFaultless(community)
})
