// @databases both
// Allowed callers of each call (SPEC §6 and §7, DECISIONS §2 "Auth"). A row of the contract that isn't in this table
// fails the test.
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'
import { communityOfThisFile, expectDone, seconds } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { createAccessTable } from './access-table.ts'
import type { Caller, Row } from './access-things.ts'

const community = await communityOfThisFile()
const { hipatia, visitor } = community

const { table, another } = createAccessTable(community)

// signed URLs: tests/server/files/signed-urls.test.ts, tests/server/site/download.test.ts, tests/server/mail/unsubscribe.test.ts
const byAddress = ['files.content', 'accountExport.content', 'users.avatar', 'mail.unsubscribePage', 'mail.unsubscribe']

const rows = Object.entries(api).flatMap(([area, ofArea]) =>
  Object.entries(ofArea as Record<string, Endpoint>).flatMap(([name, row]) => {
    const key = `${area}.${name}`
    return byAddress.includes(key) ? [] : [{ key, row }]
  }),
)

test('the access table has every row of the contract and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
})

test.each(rows)('the contract and the access table agree on $key', ({ key, row }) => {
  const expected = table[key]
  const access = { public: 'everybody', member: 'members', admin: 'admins' }[row.access]
  expect({ call: `${row.method} ${row.path}`, access }).toEqual({ call: expected?.call, access: expected?.who })
})

const gone = await community.signIn('Carmen')
await gone.post('/auth/logout')
const inactive = await community.signIn('Damián')
expectDone(await hipatia.post(`/auth/users/${inactive.id}/toggle-status`))
const deleted = await community.signIn('Elena')
expectDone(await hipatia.delete(`/auth/users/${deleted.id}`))
const late = await community.signIn('Fermín')
// only this session expires
await changeRows(community.db, 'sessions', { expires_at: community.clock.now }, { user_id: late.id })
// a visitor, and somebody with a made-up token, with nonsense for one, and with an empty one
const withoutToken = [visitor, ...['A'.repeat(43), 'null', ''].map(community.withToken)]
const unauthenticated: Caller[] = [...withoutToken, gone, inactive, deleted, late]

const anotherAdmin = async () =>
  community.signIn((await hipatia.createsAccount(another('Teón'), { role: 'admin' })).name)
const teon = await anotherAdmin()

async function prepareCall(row: Row, caller: Caller) {
  // so that the limit of writes is never reached
  community.advanceClock(seconds(20))
  const { id, session_id = '', query = '', ...sent } = await row.prepare(caller)
  const [method = '', path = ''] = row.call
    .replace(':id', id ?? '')
    .replace(':session_id', session_id)
    .replace(':version', '1')
    .replace(':section', 'blog')
    .replace(':kind', 'comment')
    .split(' ')
  return { send: () => caller.ask<unknown>(method, path + query, sent) }
}

async function expectSuccess(row: Row, caller: Caller) {
  const { send } = await prepareCall(row, caller)
  const answer = await send()
  expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${row.status} `))
  if (row.status === 204) expect(answer.text).toBe('')
  else expect(answer.body).toEqual(expect.any(Object))
}

async function expectRefused(row: Row, callers: Caller[], status: number, detail?: string) {
  const calls: Awaited<ReturnType<typeof prepareCall>>[] = []
  for (const caller of callers) calls.push(await prepareCall(row, caller))
  const writes = community.watchWrites()
  for (const { send } of calls) expectRefusal(await send(), status, detail === undefined ? {} : { detail })
  expect(writes()).toEqual([])
}

describe.each(Object.entries(table))('%s', (_key, row) => {
  const isOpen = row.who === 'everybody'

  test(`without a valid session a caller ${isOpen ? 'may' : 'may not'} ${row.call}`, async () => {
    if (isOpen) for (const caller of unauthenticated) await expectSuccess(row, caller)
    else await expectRefused(row, unauthenticated, 401)
  })

  test(`members ${row.who === 'admins' ? 'may not' : 'may'} ${row.call}`, async () => {
    const ana = await community.signIn(row.ends ? another('Ana') : 'Ana')
    if (row.who === 'admins') await expectRefused(row, [ana], 403, 'Admin access required.')
    else await expectSuccess(row, ana)
  })

  test(`an admin may ${row.call}${row.who === 'admins' ? ', but not while demoted, with the same token' : ''}`, async () => {
    const admin = row.ends ? await anotherAdmin() : teon
    await expectSuccess(row, admin)
    if (row.who !== 'admins') return
    expectDone(await hipatia.put(`/auth/users/${admin.id}`, { role: 'normal' }))
    await expectRefused(row, [admin], 403, 'Admin access required.')
    expectDone(await hipatia.put(`/auth/users/${admin.id}`, { role: 'admin' }))
    await expectSuccess(row, admin)
  })
})
