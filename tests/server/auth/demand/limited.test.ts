// @databases both
// Of whom a second factor is demanded, as administrators set it; who has none can do nothing but add it.
import { beforeEach, expect, test } from 'vitest'
import type { FactorDemand } from '../../../../contract/auth/factors.ts'
import type { OwnUser } from '../../../../contract/auth.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { api } from '../../../../contract/index.ts'
import type { Account } from '../../../../contract/users.ts'
import { communityOfThisFile, days, expectDone, type Person } from '../../../support/server/community.ts'
import { rowsOf } from '../../../support/server/database/rows.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { openMemberSocket, refusalOf, until } from '../../../support/server/sockets/sockets.ts'
import { demandsOf } from './demand.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const { at, demand, tryToDemand, admin, addApp, begin, confirm, read, signIn } = await demandsOf(community)
await community.signIn('Antígona')
beforeEach(() => demand({}))

const rows = Object.values(api).flatMap((area): Endpoint[] => Object.values(area))
const open = [
  ...['GET /auth/me', 'POST /auth/logout', 'POST /auth/confirm', 'GET /auth/factors', 'POST /auth/totp/begin'],
  ...['POST /auth/totp', 'GET /auth/passkeys', 'POST /auth/passkeys/begin', 'POST /auth/passkeys'],
]

async function expectLimited(person: Person) {
  expectRefusal(await person.get('/posts'), 403, {
    detail: 'En esta comunidad hace falta un segundo paso al entrar. Añádelo en tu cuenta para seguir.',
    code: 'second_factor_demanded',
  })
  expect(expectDone(await person.get<OwnUser>('/auth/me')).must_add_factor).toBe(true)
}
async function expectFree(person: Person) {
  expectDone(await person.get('/posts'))
  expect(expectDone(await person.get<OwnUser>('/auth/me')).must_add_factor).toBe(false)
}

test('the contract names the calls that stay open, which are these', () => {
  const named = rows.filter((row) => row.isOpenWithoutFactor).map(({ method, path }) => `${method} ${path}`)
  expect(named.toSorted()).toEqual(open.toSorted())
})

test('before the day of a demand all goes on, and the account says the day; from the day on there is nothing but to add one', async () => {
  const ana = await community.signIn('Ana')
  const from = at(days(2))
  await demand({ everybody_from: from })
  await expectFree(ana)
  expect(await read(ana)).toMatchObject({ demanded_from: from, has_factor: false })
  const coming = async (person: Person) => expectDone(await person.get<OwnUser>('/auth/me')).factor_demanded_from
  expect(await coming(ana)).toBe(from)
  // she has one
  expect(await coming(hipatia)).toBe(null)
  community.advanceClock(days(2) - 1)
  await expectFree(ana)
  community.advanceClock(1)
  await expectLimited(ana)
  expect(await coming(ana)).toBe(null)
  await expectFree(hipatia)

  const signedIn = expectDone(await signIn('Ana'))
  expect(signedIn.user).toMatchObject({ name: 'Ana', must_add_factor: true })
  const again = community.withToken(signedIn.access_token)
  expectRefusal(await again.get('/posts'), 403)

  const { recovery_codes } = expectDone(await confirm(ana, await begin(ana)))
  expect(recovery_codes).toHaveLength(10)
  await expectFree(ana)
  expect(await read(ana)).toMatchObject({ demanded_from: from, has_factor: true })
  expectRefusal(await again.get('/auth/me'), 401)
})

test('every call but those is refused from the day on, for members and admins alike, and changes nothing', async () => {
  const bruno = await community.signIn('Bruno')
  const teon = await admin('Teón')
  await demand({ everybody_from: at(0) })
  const writes = community.watchWrites()
  for (const person of [bruno, teon])
    for (const row of rows) {
      const call = `${row.method} ${row.path}`
      if (row.access === 'public' || open.includes(call)) continue
      const body = row.body ? {} : undefined
      const answer = await person.ask(row.method, row.path.replaceAll(/:\w+/g, bruno.id), { body })
      expect(`${call} ${answer.status} ${answer.body?.code}`).toBe(`${call} 403 second_factor_demanded`)
    }
  const upload = { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '3' } }
  const { status } = await bruno.ask(upload.method, '/files/uploads', { headers: upload.headers })
  expect(status).toBe(403)
  expect(writes()).toEqual([])
  expectDone(await bruno.post('/auth/logout'))
})

test('taking the demand away, or moving its day, frees at once', async () => {
  const carmen = await community.signIn('Carmen')
  await demand({ everybody_from: at(0) })
  await expectLimited(carmen)
  await demand({})
  await expectFree(carmen)
  await demand({ everybody_from: at(-days(1)) })
  await expectLimited(carmen)
  await demand({ everybody_from: at(days(1)) })
  await expectFree(carmen)
})

test('a factor that is taken away limits its person again, and their last one can’t be removed by themselves', async () => {
  const dora = await community.signIn('Dora')
  const app = await addApp(dora)
  await demand({ everybody_from: at(days(1)) })
  // before the day it is one's own choice
  expectDone(await dora.post('/auth/totp/remove'))
  const second = await addApp(dora)
  community.advanceClock(days(2))
  expectRefusal(await dora.post('/auth/totp/remove'), 409, { code: 'factor_needed' })
  expect(await read(dora)).toMatchObject({ has_factor: true, recovery_codes_left: 10 })
  expectRefusal(await signIn('Dora', app.code()), 401)
  expectDone(await signIn('Dora', second.code()))
  expectDone(await hipatia.post(`/auth/factors/of/${dora.id}/remove`))
  expect(expectDone(await signIn('Dora')).user).toMatchObject({ must_add_factor: true })
})

test('administrators without a factor are limited from their day on, and members are not', async () => {
  const elena = await community.signIn('Elena')
  const fe = await admin('Fe')
  const from = at(days(1))
  await demand({ admins_from: from })
  expect(await read(elena)).toMatchObject({ demanded_from: null })
  expect(await read(fe)).toMatchObject({ demanded_from: from })
  await expectFree(fe)
  community.advanceClock(days(1))
  await expectFree(elena)
  await expectLimited(fe)
  // with the rights the demand comes and goes
  expectDone(await hipatia.put(`/auth/users/${elena.id}`, { role: 'admin' }))
  await expectLimited(elena)
  expectDone(await hipatia.put(`/auth/users/${elena.id}`, { role: 'normal' }))
  await expectFree(elena)
  // everybody's day may be a later one
  await demand({ admins_from: from, everybody_from: at(days(5)) })
  await expectLimited(fe)
  await expectFree(elena)
  community.advanceClock(days(5))
  await expectLimited(elena)
})

test('a socket is cut when the day comes, no other opens, and after the factor one does', async () => {
  const irene = await community.signIn('Irene')
  await demand({ everybody_from: at(days(1)) })
  const socket = await openMemberSocket(community, irene)
  expect(await socket.says('Buenos días')).toMatchObject({ username: 'Irene' })
  community.advanceClock(days(1))
  await socket.gone
  expect(await refusalOf(community, irene)).toBe('unauthorized')
  expectDone(await confirm(irene, await begin(irene)))
  expect(await (await openMemberSocket(community, irene)).says('Otra vez')).toMatchObject({ username: 'Irene' })
})

test('a message of a socket that isn’t cut yet is refused', async () => {
  const judit = await community.signIn('Judit')
  const socket = await openMemberSocket(community, judit)
  await demand({ everybody_from: at(0) })
  const answer = await socket.says('Buenos días').catch(() => 'cut')
  expect(answer === 'cut' || !('username' in (answer as object))).toBe(true)
  await until(() => expect(socket.isOpen()).toBe(false))
  const { chat_messages = [] } = await community.readAllTables()
  expect(JSON.stringify(chat_messages)).not.toContain(judit.id)
})

test('an address of a file that was given before ends with the day, and a ZIP of one’s own things can’t be asked for', async () => {
  const karla = await community.signIn('Karla')
  const file = await karla.uploads({ name: 'carta.txt', bytes: 'Querida Safo' })
  expect((await karla.fetchesBytes(file.cloudinary_url)).status).toBe(200)
  await demand({ everybody_from: at(0) })
  expect((await karla.fetchesBytes(file.cloudinary_url)).status).toBe(403)
  expectRefusal(await karla.post('/account/export', { password: 'la clave de Karla' }), 403)
  expectDone(await confirm(karla, await begin(karla)))
  const { cloudinary_url } = expectDone(await karla.get<typeof file>(`/files/${file.id}`))
  expect((await karla.fetchesBytes(cloudinary_url)).status).toBe(200)
})

const readDemand = async () => expectDone(await hipatia.get<FactorDemand>('/auth/factor-demand'))
const changes = async () => {
  const events = await rowsOf(community.db, 'audit_events', { action: 'factor_demand_changed' })
  return events.map(({ actor_name, target, detail }) => [actor_name, target, detail])
}

test('nothing is demanded at first; a demand is kept as it was set, and taken away; the trail has each change with its days, and no repeat of the same', async () => {
  const nobody = { admins_from: null, everybody_from: null }
  expect(await readDemand()).toMatchObject(nobody)
  const before = (await changes()).length
  const [soon, later] = ['2027-01-04T10:00:00.000Z', '2027-02-01T10:00:00.000Z']
  const steps = [{ admins_from: soon, everybody_from: later }, { everybody_from: later }, { admins_from: soon }, {}]
  // a repeat is no change
  for (const step of steps.flatMap((step) => [step, step])) {
    expect(await demand(step)).toEqual(await readDemand())
    expect(await readDemand()).toMatchObject({ ...nobody, ...step })
  }
  expect((await changes()).slice(before)).toEqual([
    ['Hipatia', null, 'administradores desde el 4 de enero de 2027, todos desde el 1 de febrero de 2027'],
    ['Hipatia', null, 'todos desde el 1 de febrero de 2027'],
    ['Hipatia', null, 'administradores desde el 4 de enero de 2027'],
    ['Hipatia', null, 'a nadie'],
  ])
})

test('an administrator without a second factor can demand none, and take a demand back', async () => {
  const teano = await admin('Téano')
  await demand({ everybody_from: at(days(3)) })
  const before = await readDemand()
  const detail = 'Antes de pedirlo a los demás, añade tu propio segundo paso en tu cuenta.'
  for (const wanted of [{ admins_from: at(0) }, { everybody_from: at(days(9)) }])
    expectRefusal(await tryToDemand(teano, wanted), 409, { detail, code: 'own_factor_first' })
  expect(await readDemand()).toEqual(before)
  expectDone(await tryToDemand(teano, {}))
  await addApp(teano)
  expectDone(await tryToDemand(teano, { admins_from: at(0) }))
})

test('administrators see and count who has none; nobody else gets that field', async () => {
  const berto = await community.signIn('Berto')
  await addApp(berto)
  const names = async (query: string) =>
    expectDone(await hipatia.get<Account[]>(`/auth/users?limit=100&${query}`)).map(({ name }) => name)
  expect(await names('second_factor=with')).toContain('Berto')
  expect(await names('second_factor=without')).not.toContain('Berto')
  expect(await names('second_factor=without')).toContain('Antígona')
  expect(await names('second_factor=without&role=admin')).not.toContain('Antígona')
  expectRefusal(await hipatia.get('/auth/users?second_factor=perhaps'), 422, { field: 'second_factor' })
  const listed = expectDone(await hipatia.get<Account[]>('/auth/users?limit=100'))
  const hasFactor = Object.fromEntries(listed.map(({ name, has_second_factor }) => [name, has_second_factor]))
  expect(hasFactor).toMatchObject({ Hipatia: true, Berto: true, Antígona: false })

  const before = await readDemand()
  expect(before.members_without).toBe((await names('second_factor=without&status=active')).length)
  await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' })
  const idle = await hipatia.createsAccount('Fidias')
  expectDone(await hipatia.put(`/auth/users/${idle.id}`, { is_active: false }))
  // invited and deactivated people aren't counted, and invited ones not listed
  expect(await readDemand()).toEqual(before)
  expect(await names('second_factor=without&status=active')).toHaveLength(before.members_without)
  expect(await names('second_factor=without')).not.toContain('Safo')
  const safo = expectDone(await hipatia.get<Account[]>('/auth/users?q=safo'))
  expect(safo).toMatchObject([{ name: 'Safo', has_second_factor: null }])
  await admin('Aspasia')
  const [members, without] = [before.members + 1, before.members_without + 1]
  const admins_without = before.admins_without + 1
  expect(await readDemand()).toMatchObject({ members, members_without: without, admins_without })
})
