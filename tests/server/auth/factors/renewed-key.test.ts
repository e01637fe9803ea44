// The key of second factors is renewed by the operator's command while the server runs.
import { afterAll, expect, test } from 'vitest'
import { sealWithNewKey, unsealSecret } from '../../../../server/auth/factors/totp.ts'
import { transaction } from '../../../../server/db/transaction.ts'
import { deleteSecrets } from '../../../../server/secrets/queries.ts'
import { readSecret } from '../../../../server/secrets/secrets.ts'
import { expectDone, startCommunity } from '../../../support/server/community.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { factorsOf } from './factors.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { db } = community
const { addApp, signIn, subjects } = factorsOf(community)

const renewKey = () => transaction(db, (tx) => sealWithNewKey(tx, () => deleteSecrets(tx)))

test('codes of Ana’s app go on without a restart, and Bruno’s new secret is sealed with the new key', async () => {
  const ana = await addApp(await community.signIn('Ana'))
  expect(await renewKey()).toEqual({ unopened: 0 })
  expectDone(await signIn('Ana', ana.code()))
  const bruno = await community.signIn('Bruno')
  const app = await addApp(bruno)
  const { secret } = await db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', bruno.id)
    .executeTakeFirstOrThrow()
  expect(unsealSecret({ factorKey: await readSecret(db, 'factors') }, bruno.id, secret)).toHaveLength(20)
  expect(await renewKey()).toEqual({ unopened: 0 })
  expectDone(await signIn('Bruno', app.code()))
})

test('codes for a secret that can’t be opened aren’t counted as wrong, and the command counts the secret', async () => {
  const carmen = await community.signIn('Carmen')
  const app = await addApp(carmen)
  await db
    .updateTable('totp_secrets')
    .set({ secret: 'A'.repeat(64) })
    .where('user_id', '=', carmen.id)
    .execute()
  for (let turn = 0; turn < 7; turn++) expectRefusal(await signIn('Carmen', app.code()), 401)
  expect(await subjects('Carmen')).not.toContain('Alguien conoce tu contraseña de Alejandría')
  expect(community.logText()).toContain('the secret of a second factor can not be opened')
  expectDone(await signIn('Carmen', app.codes[0]))
  expect(await renewKey()).toEqual({ unopened: 1 })
})
