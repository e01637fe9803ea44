// @databases both
// Earlier versions of a post: stored with editor and time, for its author and admins.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { ListedVersion, PostVersion } from '../../../contract/posts.ts'
import { sqliteFile } from '../../../server/db/db.ts'
import {
  communityOfThisFile,
  createLocation,
  expectDone,
  minutes,
  type Person,
  pagesOf,
  startCommunity,
} from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const versions = async (who: Person, id: string, query = '') =>
  expectDone(await who.get<ListedVersion[]>(`/posts/${id}/versions${query}`))
const version = (who: Pick<Person, 'get'>, id: string, number: number | string) =>
  who.get<PostVersion>(`/posts/${id}/versions/${number}`)

test('every save is a version with its text, editor and time, but none without changes and no publication', async () => {
  const historia = await hipatia.createsCategory('Historia')
  const { id, created_at } = await ana.drafts({ title: 'Uno', content: 'Primero' })
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
  for (const [turn, content] of ['Tercero', 'Segundo', 'Primero'].entries())
    expect(expectDone(await version(ana, id, 3 - turn))).toEqual({ ...kept[turn], content })
  await ana.put(`/posts/${id}`, { title: 'Tres', content: 'Tercero' })
  await ana.publishes({ id })
  expect(await versions(ana, id)).toEqual(kept)
})

test('only the author and admins see the versions of a post', async () => {
  const { id } = await ana.writes()
  expectRefusal(await bruno.get(`/posts/${id}/versions`), 403)
  expectRefusal(await version(bruno, id, 1), 403)
  const draft = await ana.drafts()
  expectRefusal(await bruno.get(`/posts/${draft.id}/versions`), 404)
  expectRefusal(await version(bruno, draft.id, 1), 404)
  expect(expectDone(await version(hipatia, draft.id, 1)).content).toBe('Un texto.')
  for (const none of [2, 0, '1e3', 'x', '99999999999999']) expectRefusal(await version(ana, id, none), 404)
})

test('versions are listed in pages and deleted with their post', async () => {
  const { id } = await ana.writes({ title: 'Mucho', content: '0' })
  for (let n = 1; n < 7; n++) await ana.put(`/posts/${id}`, { title: 'Mucho', content: String(n) })
  const pages = await pagesOf<ListedVersion>(ana, `/posts/${id}/versions?limit=4`)
  expect(pages.map(({ body }) => body.map((one) => one.version))).toEqual([
    [7, 6, 5, 4],
    [3, 2, 1],
  ])
  await ana.delete(`/posts/${id}`)
  expect(await rowsOf(community.db, 'post_versions', { post_id: id })).toEqual([])
})

describe('an earlier version is deleted', () => {
  const remove = (who: Pick<Person, 'delete'>, id: string, number: number | string) =>
    who.delete(`/posts/${id}/versions/${number}`)
  const numbers = async (id: string) => (await versions(hipatia, id)).map((one) => one.version)
  /** A post of Ana's with three versions. */
  async function saved() {
    const { id } = await ana.writes({ title: 'El teléfono de Zenón', content: 'Es el 600 123 456.' })
    await ana.put(`/posts/${id}`, { title: 'El faro', content: 'Segundo' })
    await ana.put(`/posts/${id}`, { title: 'El faro nuevo', content: 'Tercero' })
    return id
  }
  const deletions = async () =>
    expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=content')).filter(
      ({ action }) => action === 'post_version_deleted',
    )

  test.each(['Ana', 'Hipatia'])(
    'by %s: its text is nowhere, the trail names it, the others keep their numbers, and the post can be saved as before',
    async (name) => {
      const id = await saved()
      const { body, headers } = await ana.get<object>(`/posts/${id}`)
      const who = name === 'Ana' ? ana : hipatia
      expect((await remove(who, id, 1)).status).toBe(204)
      expect(await numbers(id)).toEqual([3, 2])
      expectRefusal(await version(ana, id, 1), 404)
      expectRefusal(await remove(ana, id, 1), 404)
      expect(expectDone(await version(ana, id, 2)).content).toBe('Segundo')
      expect(expectDone(await ana.get<object>(`/posts/${id}`))).toEqual(body)
      expect(JSON.stringify(await community.readAllTables())).not.toMatch(/600 123 456|El teléfono de Zenón/)
      // the post as it is called now
      const detail = expect.stringMatching(/^versión 1, del 2 de marzo de 2026 a las 9:\d\d \(UTC\)$/)
      const traced = { actor_name: name, target: 'El faro nuevo', at: community.moment(), detail }
      expect((await deletions())[0]).toMatchObject(traced)
      const save = { title: 'El faro', content: 'Cuarto' }
      expectDone(await ana.put(`/posts/${id}`, save, { headers: { 'if-match': headers.get('etag') ?? '' } }))
      expect((await remove(who, id, 2)).status).toBe(204)
      expect(await numbers(id)).toEqual([4, 3])
    },
  )

  test('but never the current one', async () => {
    const id = await saved()
    await ana.publishes({ id }, false)
    const writes = community.watchWrites()
    const detail = 'Es la versión actual y no se puede eliminar: antes hay que guardar otra.'
    for (const who of [ana, hipatia]) expectRefusal(await remove(who, id, 3), 409, { detail })
    expect(writes()).toEqual([])
  })

  test('by nobody else', async () => {
    const id = await saved()
    const draft = await ana.drafts()
    await ana.put(`/posts/${draft.id}`, { title: 'Otro', content: 'Otro' })
    const writes = community.watchWrites()
    expectRefusal(await remove(bruno, id, 1), 403)
    expectRefusal(await remove(bruno, draft.id, 1), 404)
    for (const none of [9, 0, '1e3', 'x', '99999999999999']) expectRefusal(await remove(ana, id, none), 404)
    expectRefusal(await remove(ana, '0'.repeat(32), 1), 404)
    expect(writes()).toEqual([])
  })

  test('once, if two delete it at the same time', async () => {
    const id = await saved()
    const count = (await deletions()).length
    const answers = await Promise.all([remove(ana, id, 1), remove(hipatia, id, 1), remove(ana, id, 1)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect(await deletions()).toHaveLength(count + 1)
  })
})

onSqlite('a deleted version is not in the file of the database any more', async () => {
  const place = await createLocation()
  onTestFinished(place.remove)
  const opened = await startCommunity({ location: place })
  const secret = 'Todo lo que dijo Zenón aquella noche. '
  const { id } = await opened.hipatia.writes({ content: secret.repeat(500) })
  await opened.hipatia.put(`/posts/${id}`, { title: 'Uno', content: 'Otra cosa.' })
  const isInFile = () => readFileSync(join(place.dataDir, sqliteFile)).includes(secret)
  await opened.close()
  expect(isInFile()).toBe(true)
  const again = await startCommunity({ location: place })
  expect((await again.hipatia.delete(`/posts/${id}/versions/1`)).status).toBe(204)
  await again.close()
  expect(isInFile()).toBe(false)
})
