// Administrators set of whom a second factor is demanded, and see who has none.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { FactorDemand } from '../../../../contract/auth/factor-demand.ts'
import type { Account } from '../../../../contract/users.ts'
import { days, expectDone, startCommunity } from '../../../support/server/community.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { demandsOf } from './demand.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community
const { at, tryToDemand, demand, admin, addApp } = await demandsOf(community)
await community.signIn('Ana')
beforeEach(() => demand({}))

const read = async () => expectDone(await hipatia.get<FactorDemand>('/auth/factor-demand'))
const trail = async () =>
  (
    await community.db
      .selectFrom('audit_events')
      .select(['actor_name', 'target', 'detail'])
      .where('action', '=', 'factor_demand_changed')
      .orderBy('id')
      .execute()
  ).map(({ actor_name, target, detail }) => [actor_name, target, detail])

test('nothing is demanded at first; a demand is kept as it was set, and taken away', async () => {
  expect(await read()).toMatchObject({ admins_from: null, everybody_from: null })
  const [soon, later] = [at(days(3)), at(days(9))]
  expect(await demand({ admins_from: soon, everybody_from: later })).toEqual(await read())
  expect(await read()).toMatchObject({ admins_from: soon, everybody_from: later })
  await demand({ everybody_from: later })
  expect(await read()).toMatchObject({ admins_from: null, everybody_from: later })
  await demand({})
  expect(await read()).toMatchObject({ admins_from: null, everybody_from: null })
})

test('an administrator without a second factor can demand none, and take a demand back', async () => {
  const teon = await admin('Teón')
  await demand({ everybody_from: at(days(3)) })
  const before = await read()
  for (const wanted of [{ admins_from: at(0) }, { everybody_from: at(days(9)) }]) {
    const answer = await tryToDemand(teon, wanted)
    expectRefusal(answer, 409, { detail: 'Antes de pedirlo a los demás, añade tu propio segundo paso en tu cuenta.' })
    expect(answer.body.code).toBe('own_factor_first')
  }
  expect(await read()).toEqual(before)
  expectDone(await tryToDemand(teon, {}))
  await addApp(teon)
  expectDone(await tryToDemand(teon, { admins_from: at(0) }))
})

test('the trail has each change with its days, and no repeat of the same', async () => {
  const before = (await trail()).length
  const day = '2027-01-04T10:00:00.000Z'
  await demand({ admins_from: day })
  await demand({ admins_from: day })
  await demand({ admins_from: day, everybody_from: '2027-02-01T10:00:00.000Z' })
  await demand({})
  expect((await trail()).slice(before)).toEqual([
    ['Hipatia', null, 'administradores desde el 4 de enero de 2027'],
    ['Hipatia', null, 'administradores desde el 4 de enero de 2027, todos desde el 1 de febrero de 2027'],
    ['Hipatia', null, 'a nadie'],
  ])
})

test('administrators see and count who has none; nobody else gets that field', async () => {
  const bruno = await community.signIn('Bruno')
  await addApp(bruno)
  const names = async (query: string) =>
    expectDone(await hipatia.get<Account[]>(`/auth/users?limit=100&${query}`)).map(({ name }) => name)
  expect(await names('second_factor=with')).toContain('Bruno')
  expect(await names('second_factor=without')).not.toContain('Bruno')
  expect(await names('second_factor=without')).toContain('Ana')
  expect(await names('second_factor=without&role=admin')).not.toContain('Ana')
  expectRefusal(await hipatia.get('/auth/users?second_factor=perhaps'), 422, { field: 'second_factor' })
  const listed = expectDone(await hipatia.get<Account[]>('/auth/users?limit=100'))
  const hasFactor = Object.fromEntries(listed.map(({ name, has_second_factor }) => [name, has_second_factor]))
  expect(hasFactor).toMatchObject({ Hipatia: true, Bruno: true, Ana: false })

  const before = await read()
  expect(before.members_without).toBe((await names('second_factor=without&status=active')).length)
  await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' })
  const idle = await hipatia.createsAccount('Fidias')
  expectDone(await hipatia.put(`/auth/users/${idle.id}`, { is_active: false }))
  // invited and deactivated people aren't counted, and invited ones not listed
  expect(await read()).toEqual(before)
  expect(await names('second_factor=without&status=active')).toHaveLength(before.members_without)
  expect(await names('second_factor=without')).not.toContain('Safo')
  const safo = expectDone(await hipatia.get<Account[]>('/auth/users?q=safo'))
  expect(safo).toMatchObject([{ name: 'Safo', has_second_factor: null }])
  await admin('Aspasia')
  expect(await read()).toMatchObject({
    members: before.members + 1,
    members_without: before.members_without + 1,
    admins_without: before.admins_without + 1,
  })
})
