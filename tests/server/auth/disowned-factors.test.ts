// Factors after 'it wasn't me' (docs/decisions/054): the thief's go, and a mailbox alone opens no account that had any.
import { expect, test } from 'vitest'
import { communityOfThisFile, days, expectDone, minutes, passwordOf } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { signedInAs } from '../../support/server/person.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { chrome, devicesOf, firefox } from './devices.ts'
import { factorsOf, type WithCodes } from './factors/factors.ts'
import { linksOf, tokenOf } from './links.ts'
import { passkeysOf, publicUrl } from './passkeys/passkeys.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'], publicUrl })
const { accept } = linksOf(community)
const { admin, browser, mails, sentTo, alarmOf, disown, someone, someoneRobbed } = devicesOf(community)
const { addApp, signIn, read } = factorsOf(community)
const passkeys = passkeysOf(community)
const atHome = { headers: { 'user-agent': firefox, 'x-forwarded-for': '192.0.2.1' } }
const farAway = { headers: { 'user-agent': chrome, 'x-forwarded-for': '203.0.113.99' } }
const elsewhere = { headers: { 'user-agent': chrome, 'x-forwarded-for': '203.0.113.7' } }

/** Presses the button, chooses the password, and isn't in by that. */
async function disownAndChoose(name: string, alarm: string) {
  const { path } = expectDone(await disown(alarm, name))
  expectRefusal(await accept('password-links', tokenOf(path), 'un papiro nuevo'), 401, {
    detail: 'Tu contraseña nueva ya vale. Entra con ella y con tu segundo paso.',
  })
  expectRefusal(await signIn(name, undefined, 'un papiro nuevo'), 401, {
    detail: 'Falta el segundo paso: escribe un código.',
  })
}

const signInWith = async (device: Parameters<typeof passkeys.signIn>[0], from: typeof atHome) =>
  passkeys.send(device.sign(await passkeys.beginSignIn(from)), from)

test('a thief’s passkey of the second mail goes with the button of the third, a week after the first', async () => {
  await someone('Nuria')
  await browser(firefox, '198.51.100.7').signIn('Nuria')
  community.advanceClock(days(6))
  const stolen = await browser(chrome, '203.0.113.7').signIn('Nuria')
  const used = await passkeys.add(stolen)
  const unused = await passkeys.add(stolen)
  community.advanceClock(days(2))
  expectDone(await signInWith(used.device, farAway))
  expectDone(await disown(await alarmOf('Nuria'), 'Nuria'))
  for (const { device } of [used, unused]) expectRefusal(await signInWith(device, elsewhere), 400)
})

test('who has only passkeys still has no password after the button, and can choose a first one', async () => {
  const own = await someone('Olimpia')
  const kept = await passkeys.add(own)
  const used = await passkeys.add(own)
  await changeRows(community.db, 'users', { password_hash: 'passkeys' }, { id: own.id })
  community.advanceClock(days(1))
  expectDone(await signInWith(used.device, elsewhere))
  expectDone(await disown(await alarmOf('Olimpia'), 'Olimpia'))
  const back = community.withToken(expectDone(await signInWith(kept.device, atHome)).access_token)
  expectDone(await back.post('/auth/first-password', { new_password: 'un papiro nuevo' }))
})

test('a passkey from before that made the sign-in goes; with another one the thief comes first, and is mailed about', async () => {
  const own = await someone('Alba')
  const used = await passkeys.add(own)
  const unused = await passkeys.add(own)
  community.advanceClock(days(30))
  expectDone(await signInWith(used.device, elsewhere))
  expect(await sentTo('Alba')).toHaveLength(1)
  expect((await sentTo('Alba'))[0]?.text).toContain('Cómo: con una llave de acceso')
  community.advanceClock(days(1))
  expectDone(await disown(await alarmOf('Alba'), 'Alba'))
  expectRefusal(await signInWith(used.device, elsewhere), 400)
  expect(await sentTo('Alba')).toHaveLength(1)
  // the first sign-in since
  expectDone(await signInWith(unused.device, elsewhere))
  expect(await sentTo('Alba')).toHaveLength(2)
})

test('a passkey from before that was used since the mail goes, whoever used it, and one that wasn’t stays', async () => {
  const own = await someone('Bruno')
  const taken = await passkeys.add(own)
  const used = await passkeys.add(own)
  const idle = await passkeys.add(own)
  expectDone(await signInWith(taken.device, farAway))
  community.advanceClock(minutes(1))
  expectDone(await signInWith(idle.device, atHome))
  // the button of the first mail has ended before the third one comes
  for (const from of [{ headers: { ...farAway.headers, 'x-forwarded-for': '198.51.100.7' } }, elsewhere]) {
    community.advanceClock(days(4))
    expectDone(await signInWith(taken.device, from))
  }
  const alarm = await alarmOf('Bruno')
  community.advanceClock(days(1))
  expectDone(await signInWith(used.device, atHome))
  await disownAndChoose('Bruno', alarm)
  for (const { device } of [taken, used]) expectRefusal(await signInWith(device, atHome), 400)
  expectDone(await signInWith(idle.device, atHome))
})

test('factors that the thief added go, from a second sign-in too; an administrator lets the person in', async () => {
  const { id, thief, alarm } = await someoneRobbed('Carmen')
  community.advanceClock(days(1))
  // the device is known by now
  const stolen = await thief.signIn('Carmen')
  expect(await sentTo('Carmen')).toHaveLength(1)
  const app = await addApp(stolen)
  const { device } = await passkeys.add(stolen)
  community.advanceClock(days(1))
  await disownAndChoose('Carmen', alarm)
  expectRefusal(await passkeys.signIn(device), 400)
  for (const code of [app.code(), app.codes[0] ?? ''])
    expectRefusal(await signIn('Carmen', code, 'un papiro nuevo'), 401)
  expectDone(await admin().post(`/auth/factors/of/${id}/remove`))
  expectDone(await signIn('Carmen', undefined, 'un papiro nuevo'))
})

test('whoever reads the mailbox takes no factor away that was added on a known device, and opens no account without it', async () => {
  const { phone, thief, alarm } = await someoneRobbed('Diana')
  community.advanceClock(days(5))
  const own = await phone.signIn('Diana')
  const app = await addApp(own)
  const { device } = await passkeys.add(own)
  // another new device makes the link longer, and reaches back no further
  expectRefusal(await signIn('Diana', undefined, undefined, elsewhere), 401)
  expect(thief.cookies.size).toBe(1)
  await disownAndChoose('Diana', alarm)
  expectDone(await signIn('Diana', app.code(), 'un papiro nuevo'))
  expectDone(await passkeys.signIn(device))
})

test('recovery codes that the thief made go, and the person is told to make new ones', async () => {
  const own = await someone('Fermín')
  const app = await addApp(own)
  community.advanceClock(days(1))
  const opened = expectDone(await signIn('Fermín', app.code(), undefined, elsewhere))
  const stolen = signedInAs(community.origin, opened, passwordOf('Fermín'))
  const { recovery_codes } = expectDone(await stolen.post<WithCodes>('/auth/factors/recovery-codes'))
  community.advanceClock(days(1))
  await disownAndChoose('Fermín', await alarmOf('Fermín'))
  const sent = (await mails()).filter(({ text }) => text?.startsWith('Hola, Fermín'))
  const mail = sent.find(({ subject }) => subject === 'Tu contraseña de Alejandría ya no vale')
  expect(mail?.text).toContain('si usas códigos de recuperación, haz otros nuevos')
  for (const code of [recovery_codes?.[0], app.codes[0]])
    expectRefusal(await signIn('Fermín', code, 'un papiro nuevo'), 401)
  const inside = expectDone(await signIn('Fermín', app.code(), 'un papiro nuevo'))
  const person = signedInAs(community.origin, inside, 'un papiro nuevo')
  expect((await read(person)).recovery_codes_left).toBe(0)
  expectDone(await person.post<WithCodes>('/auth/factors/recovery-codes'))
  expect((await read(person)).recovery_codes_left).toBe(10)
})

test('recovery codes from before open an account whose app the thief replaced; others are made after another factor', async () => {
  const own = await someone('Gema')
  const app = await addApp(own)
  community.advanceClock(days(1))
  const opened = expectDone(await signIn('Gema', app.code(), undefined, elsewhere))
  const theirs = await addApp(signedInAs(community.origin, opened, passwordOf('Gema')))
  community.advanceClock(days(1))
  await disownAndChoose('Gema', await alarmOf('Gema'))
  expectRefusal(await signIn('Gema', theirs.code(), 'un papiro nuevo'), 401)
  const inside = expectDone(await signIn('Gema', app.codes[0], 'un papiro nuevo'))
  const person = signedInAs(community.origin, inside, 'un papiro nuevo')
  expectRefusal(await person.post('/auth/factors/recovery-codes'), 409)
  expect((await read(person)).has_factor).toBe(true)
  await addApp(person)
  expectDone(await person.post<WithCodes>('/auth/factors/recovery-codes'))
})
