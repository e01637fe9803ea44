// Counts of what a person has made: for themselves, and for administrators before they delete the account.
import { expect, test } from 'vitest'
import type { UserContents } from '../../../contract/users.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun() })
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const contentsOf = (of: { id: string }, by: Pick<Person, 'get'>) =>
  by.get<UserContents & { detail: string; code: string }>(`/auth/users/${of.id}/contents`)

test('Ana’s things are counted for her and for Hipatia, nobody else’s with them; other members, and ids of nobody and of deleted people get no counts', async () => {
  for (const person of [ana, bruno]) {
    const post = await person.writes()
    await person.writes()
    await person.drafts()
    for (const content of ['Uno', 'Dos', 'Tres']) await person.comments(post, content)
    for (let turn = 0; turn < 4; turn++) await person.says(`Hola ${turn}`)
    await person.shares()
    await person.links('https://enlace.example/')
    await person.uploads({ name: 'uno.txt', bytes: 'x'.repeat(10) })
    await person.uploads({ name: 'dos.txt', bytes: 'x'.repeat(32) })
  }
  const counts = { posts: 2, drafts: 1, comments: 3, messages: 4, news: 1, links: 1, files: 2, bytes: 42 }
  expect(expectDone(await contentsOf(ana, ana))).toEqual(counts)
  expect(expectDone(await contentsOf(ana, hipatia))).toEqual(counts)
  expectRefusal(await contentsOf(ana, bruno), 404)
  expectRefusal(await contentsOf({ id: newId() }, hipatia), 404)
  const carmen = await community.signIn('Carmen')
  const contents = expectDone(await contentsOf(carmen, hipatia))
  expect(new Set(Object.values(contents))).toEqual(new Set([0]))
  expect((await hipatia.delete(`/auth/users/${carmen.id}`)).status).toBe(204)
  expectRefusal(await contentsOf(carmen, hipatia), 404)
})
