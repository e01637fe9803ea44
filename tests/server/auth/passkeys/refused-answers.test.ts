// Answers of passkeys that are refused, each with the right one beside it.
import { afterAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { expectDone, minutes, seconds, startCommunity } from '../../../support/server/community.ts'
import { expectRefusal } from '../../../support/server/refusal.ts'
import { factorsOf } from '../factors/factors.ts'
import { passkeysOf, publicUrl } from './passkeys.ts'

const community = await startCommunity({ publicUrl })
afterAll(() => community.close())
const { add, begin, beginSignIn, beginConfirming, confirm, finish, list, send, signIn } = passkeysOf(community)
const { subjects, trail } = factorsOf(community)

const deviations = {
  'of another origin': { origin: 'https://alejandria.example.evil.example' },
  'of the same name without TLS': { origin: 'http://alejandria.example' },
  'for another site': { rpId: 'evil.example' },
  'without a finger, a face or a PIN': { isUnverified: true },
  'of the other kind of ceremony': { type: 'webauthn.create' },
  'with another signature': { isForged: true },
  'for another person': { userHandle: Buffer.alloc(16).toString('base64url') },
}

describe('a sign-in and a confirmation', async () => {
  const ana = await community.signIn('Ana')
  const { device } = await add(ana)
  test.each(Object.entries(deviations))('%s are refused', async (_, deviation) => {
    for (const answer of [await signIn(device, deviation), await confirm(ana, device, deviation)]) {
      expectRefusal(answer, 400)
      expect(answer.body.code).toBe('wrong_passkey')
    }
    expectDone(await signIn(device))
    expectDone(await confirm(ana, device))
  })
})

describe('a new passkey', async () => {
  const bruno = await community.signIn('Bruno')
  const { 'with another signature': _, 'for another person': __, ...shared } = deviations
  test.each(Object.entries({ ...shared, 'of the other kind of ceremony': { type: 'webauthn.get' } }))(
    '%s is refused',
    async (_, deviation) => {
      const device = createAuthenticator(publicUrl)
      const answer = await finish(bruno, device.create((await begin(bruno)).options, deviation))
      expectRefusal(answer, 400)
      expect((await list(bruno)).passkeys).toEqual([])
    },
  )
})

test('a challenge is valid for five minutes, and once', async () => {
  const carmen = await community.signIn('Carmen')
  const { device } = await add(carmen)
  const options = await beginSignIn()
  community.advanceClock(minutes(5) - seconds(1))
  const assertion = device.sign(options)
  expectDone(await send(assertion))
  const replayed = await send(assertion)
  expectRefusal(replayed, 410)
  expect(replayed.body.code).toBe('passkey_expired')

  const late = await beginSignIn()
  community.advanceClock(minutes(5))
  expectRefusal(await send(device.sign(late)), 410)
  expectRefusal(await signIn(device, { challenge: Buffer.alloc(32, 7).toString('base64url') }), 410)
  // a wrong answer uses it up too
  const guessed = await beginSignIn()
  expectRefusal(await send(device.sign(guessed, { isForged: true })), 400)
  expectRefusal(await send(device.sign(guessed)), 410)
})

test('a challenge is for one kind of answer and one session', async () => {
  const dora = await community.signIn('Dora')
  const { device } = await add(dora)
  const other = await community.signIn('Elena')
  const { device: elenas } = await add(other)
  const second = community.withToken(expectDone(await signIn(device)).access_token)

  // of a sign-in for a confirmation, and the other way round
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginSignIn())), 410)
  expectRefusal(await send(device.sign(await beginConfirming(dora))), 410)
  // of another session of the same person, and of another person
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginConfirming(second))), 410)
  expectRefusal(await dora.post('/auth/passkeys/confirm', device.sign(await beginConfirming(other))), 410)
  expectDone(await confirm(other, elenas))

  const begun = await begin(second)
  expectRefusal(await finish(dora, createAuthenticator(publicUrl).create(begun.options)), 410)
  const forAdding = (await begin(dora)).options
  expectRefusal(await send(device.sign({ ...(await beginSignIn()), challenge: forAdding.challenge })), 410)
  // a session that was renewed has none of the challenges before
  const before = await begin(dora)
  await add(dora)
  expectRefusal(await finish(dora, createAuthenticator(publicUrl).create(before.options)), 410)
})

test('a counter that doesn’t grow is refused: the person is told, and it stands in the trail', async () => {
  const fe = await community.signIn('Fe')
  const { device } = await add(fe, { counts: true, name: 'El llavero' })
  expectDone(await signIn(device))
  const cloned = await signIn(device, { counter: 1 })
  expectRefusal(cloned, 400)
  expect(cloned.body.code).toBe('wrong_passkey')
  expectRefusal(await signIn(device, { counter: 0 }), 400)
  expectRefusal(await confirm(fe, device, { counter: 2 }), 400)
  const told = 'Puede que alguien tenga una copia de tu llave de acceso de Alejandría'
  expect((await subjects('Fe')).filter((subject) => subject === told)).toHaveLength(3)
  const events = await community.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'passkey_cloned')
    .execute()
  expect(events).toHaveLength(3)
  expect(events[0]).toMatchObject({ actor_name: null, target: 'Fe', detail: 'El llavero', address: '127.0.0.1' })
  expectDone(await signIn(device))
  expectDone(await confirm(fe, device))
})

test('an unknown passkey is refused in the same words as a wrong answer, and stands in the trail', async () => {
  const unknown = await signIn(createAuthenticator(publicUrl), { userHandle: Buffer.alloc(16).toString('base64url') })
  expectRefusal(unknown, 400)
  expect(unknown.body.detail).toBe('Esa llave de acceso no vale aquí.')
  expect((await trail()).at(-1)).toEqual({
    ...{ action: 'sign_in_failed', actor_name: null, target: null, detail: 'llave de acceso' },
  })
})

test('nonsense is refused: no answer, and one that isn’t readable', async () => {
  const { options } = await begin(await community.signIn('Gala'))
  const credential = createAuthenticator(publicUrl).create(options)
  const gala = await community.signIn('Gala')
  const unreadable = Buffer.from('{').toString('base64url')
  for (const response of [
    { ...credential.response, clientDataJSON: unreadable },
    { ...credential.response, clientDataJSON: Buffer.from('null').toString('base64url') },
    { ...credential.response, clientDataJSON: Buffer.from('{"challenge":{"a":1}}').toString('base64url') },
  ])
    expectRefusal(await finish(gala, { ...credential, response }), 410)
  const again = createAuthenticator(publicUrl).create((await begin(gala)).options)
  const broken = { ...again.response, attestationObject: unreadable }
  expectRefusal(await finish(gala, { ...again, response: broken }), 400)
  for (const response of [undefined, null, 5, {}, { ...credential.response, clientDataJSON: 'ñ' }])
    expectRefusal(await finish(gala, { ...credential, response }), 422)
})

test('without a public address the host of the request is the site, as a trusted proxy gives it', async () => {
  const local = await startCommunity({ trustedProxies: ['127.0.0.1'] })
  try {
    const own = passkeysOf(local)
    const ana = await local.signIn('Ana')
    const { options } = await own.begin(ana)
    expect(options.rp.id).toBe('127.0.0.1')
    const device = createAuthenticator(local.origin)
    expectDone(await own.finish(ana, device.create(options)))
    expectDone(await own.signIn(device))
    expectRefusal(await own.signIn(device, { origin: 'http://evil.example' }), 400)
    const atProxy = { headers: { 'x-forwarded-host': 'evil.example' } }
    const foreign = await own.beginSignIn(atProxy)
    expect(foreign.rpId).toBe('evil.example')
    // an answer for our pages isn't taken there, nor one that says it is for there
    expectRefusal(await own.send(device.sign({ ...foreign, rpId: '127.0.0.1' }), atProxy), 400)
    const { challenge } = await own.beginSignIn(atProxy)
    const elsewhere = device.sign({ ...foreign, challenge }, { origin: 'https://evil.example' })
    expectRefusal(await own.send(elsewhere), 400)
  } finally {
    await local.close()
  }
})
