// @databases both
// Recovery codes, and second factors that somebody lost.
import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Problem } from '../../../../contract/index.ts'
import { communityOfThisFile, expectDone } from '../../../support/server/community.ts'
import { changeRows, rowsOf } from '../../../support/server/database/rows.ts'
import { restoreHashes } from '../../../support/server/hashes.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { statuses, times } from '../../../support/server/sign-ins.ts'
import { factorsOf, type WithCodes } from './factors.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const { addApp, signIn, read, trail, subjects } = factorsOf(community)

test('each of the ten codes signs Ana in once, as she types it; she is told, of several in ten minutes by one mail', async () => {
  const ana = await community.signIn('Ana')
  const { codes } = await addApp(ana)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/)
  const [first = '', second = '', third = ''] = codes
  const others = await addApp(await community.signIn('Carmen'))
  expect((await signIn('Ana', others.codes[0])).body.code).toBe('wrong_code')
  expect(statuses(await times(3, () => signIn('Ana', first)))).toEqual([200, 401, 401])
  expect((await signIn('Ana', first)).body.code).toBe('wrong_code')
  expectDone(await signIn('Ana', second.toUpperCase().replaceAll('-', ' ')))
  expectDone(await signIn('Ana', third.replaceAll('-', '')))
  expect((await read(ana)).recovery_codes_left).toBe(7)
  expect((await subjects('Ana')).filter((subject) => subject.includes('código de recuperación'))).toHaveLength(1)
  const used = { action: 'recovery_code_used', actor_name: 'Ana', target: null }
  expect((await trail()).filter(({ action }) => action === used.action)).toEqual(
    [9, 8, 7].map((left) => ({ ...used, detail: `quedan ${left}` })),
  )
})

test('new codes end the ones before and the other sessions; they need a second factor', async () => {
  const dora = await community.signIn('Dora')
  expectRefusal(await dora.post('/auth/factors/recovery-codes'), 404)
  const { codes } = await addApp(dora)
  const phone = community.withToken(expectDone(await signIn('Dora', codes[0])).access_token)
  const renewed = expectDone(await dora.post<WithCodes>('/auth/factors/recovery-codes')).recovery_codes
  expect(renewed).toHaveLength(10)
  expectRefusal(await phone.get('/auth/me'), 401)
  for (const code of codes) expectRefusal(await signIn('Dora', code), 401)
  expectDone(await signIn('Dora', renewed?.[9]))
})

test('Hipatia takes lost factors away, but not her own: Elena’s sessions end, she is told, and signs in with her password; the trail has it', async () => {
  const [elena, fe] = await community.signInAll('Elena', 'Fe')
  await addApp(elena)
  const take = (by: Pick<typeof fe, 'post'>, id: string) =>
    by.post<{ has_password: boolean } & Problem>(`/auth/factors/of/${id}/remove`)
  expectRefusal(await take(fe, elena.id), 403)
  expectRefusal(await signIn('Elena'), 401)
  expect(expectDone(await take(hipatia, elena.id))).toEqual({ has_password: true, link: null })
  expectRefusal(await elena.get('/auth/me'), 401)
  expectDone(await signIn('Elena'))
  expect(await subjects('Elena')).toContain('Tu cuenta de Alejandría ya no pide un segundo paso')
  const taken = { action: 'factors_taken', actor_name: 'Hipatia', target: 'Elena', detail: null }
  expect((await trail()).at(-1)).toEqual(taken)
  expectRefusal(await take(hipatia, elena.id), 409, { code: 'no_factors' })
  expectRefusal(await take(hipatia, 'f'.repeat(32)), 404)
  await addApp(hipatia)
  expectRefusal(await take(hipatia, hipatia.id), 409, { code: 'own_factors' })
})

test('codes keep the cost that they were hashed with, so that printed ones work when new ones cost more', async () => {
  restoreHashes()
  const hedy = await community.signIn('Hedy')
  const { codes } = await addApp(hedy)
  const user_id = hedy.id
  const rows = () => rowsOf(community.db, 'recovery_codes', { user_id })
  for (const { salt } of await rows()) expect(salt).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}$/)
  expectDone(await signIn('Hedy', codes[0]))

  const store = async (code: string, salt: string, cost: { memory: number; passes: number; parallelism: number }) => {
    const nonce = Buffer.alloc(16, 7)
    const message = code.replaceAll('-', '')
    const code_hash = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cost }).toString('base64url')
    const [row] = await rows()
    await changeRows(community.db, 'recovery_codes', { code_hash }, { user_id, code_hash: row?.code_hash ?? '' })
    await changeRows(community.db, 'recovery_codes', { salt }, { user_id })
  }
  const salt = Buffer.alloc(16, 7)
  // of a version that costs something else
  const phc = salt.toString('base64').replaceAll('=', '')
  await store('abcd-efgh-jkmn', `$argon2id$v=19$m=8192,t=3,p=1$${phc}`, { memory: 8192, passes: 3, parallelism: 1 })
  expectDone(await signIn('Hedy', 'abcd-efgh-jkmn'))
  // of the first version, which stored the salt alone
  await store('pqrs-tuvw-xyz2', salt.toString('base64url'), { memory: 19_456, passes: 2, parallelism: 1 })
  expectDone(await signIn('Hedy', 'pqrs-tuvw-xyz2'))
})
