// Hashes made with another cost are renewed when their person signs in.
import { argon2Sync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { passwordOf, startCommunity } from '../../support/server/community.ts'
import { restoreHashes } from '../../support/server/hashes.ts'

restoreHashes()
const community = await startCommunity()
afterAll(() => community.close())

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const current = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

const hashOf = async (id: string) =>
  (await community.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

/** An account whose hash was made when hashes had another cost, by default a lower one. */
async function personWithOldHash(name: string, { memory = 8192, passes = 1 } = {}) {
  const { id } = await community.hipatia.createsAccount(name)
  const nonce = Buffer.alloc(16, 3)
  const cost = { memory, passes, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(passwordOf(name)), nonce, ...cost })
  const old = `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(nonce)}$${encode(tag)}`
  await community.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute()
  return { id, old }
}

test('a right password renews an old hash once, and still signs Ana in afterwards', async () => {
  const { id, old } = await personWithOldHash('Ana')
  expect((await community.tryToSignIn('Ana', 'otra clave')).status).toBe(401)
  expect(await hashOf(id)).toBe(old)

  expect((await community.tryToSignIn('Ana')).status).toBe(200)
  const renewed = await hashOf(id)
  expect(renewed).toMatch(current)
  expect((await community.tryToSignIn('Ana')).status).toBe(200)
  expect(await hashOf(id)).toBe(renewed)
  expect((await community.tryToSignIn('Ana', 'otra clave')).status).toBe(401)
})

test('Benito signs in on five devices at once, although each of them would renew his hash', async () => {
  const { id } = await personWithOldHash('Benito')
  const answers = await Promise.all(Array.from({ length: 5 }, () => community.tryToSignIn('Benito')))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await hashOf(id)).toMatch(current)
})

test('Clara, whose hash is dearer than those of today, signs in, and a wrong password of hers is refused', async () => {
  const { id } = await personWithOldHash('Clara', { memory: 32_768, passes: 3 })
  expect((await community.tryToSignIn('Clara', 'otra clave')).status).toBe(401)
  expect((await community.tryToSignIn('Clara')).status).toBe(200)
  expect(await hashOf(id)).toMatch(current)
})
