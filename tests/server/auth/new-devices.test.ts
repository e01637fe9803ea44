// @databases both
// A mail about the first sign-in on a device, and its answer 'it wasn't me' (docs/decisions/054).
import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { lockUser } from '../../../server/accounts/queries.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { communityOfThisFile, communityOfThisTest, expectDone, passwordOf } from '../../support/server/community.ts'
import { rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'
import { days, minutes } from '../../support/server/times.ts'
import { chrome, devicesOf, firefox } from './devices.ts'
import { halvesOf, linksOf, tokenOf } from './links.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
const { db, visitor } = community
const { accept, ask } = linksOf(community)
const { admin, browser, mails, sentTo, alarmOf, read, disown, someone, someoneRobbed } = devicesOf(community)

test('nobody is mailed about an account’s first device, the same one in another network, nor a wrong password, which sets no cookie', async () => {
  await admin().createsAccount('Ana')
  const phone = browser(firefox, '192.0.2.1')
  await phone.signIn('Ana')
  for (const address of ['192.0.2.1', '198.51.100.4', '2001:db8::1']) {
    community.advanceClock(days(20))
    await phone.signIn('Ana', undefined, address)
  }
  const answer = await community.tryToSignIn('Ana', 'otra', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expectRefusal(answer, 401)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await sentTo('Ana')).toEqual([])
})

test('another device is mailed about once: when, which browser, which address, and a button', async () => {
  await someone('Bruno')
  community.clock.now = Date.parse('2027-04-05T16:05:00.000Z')
  const laptop = browser(chrome, '203.0.113.7')
  await laptop.signIn('Bruno')
  await laptop.signIn('Bruno', undefined, '198.51.100.77')
  const [mail, ...others] = await sentTo('Bruno')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Se ha entrado en tu cuenta de Alejandría desde un dispositivo nuevo')
  expect(mail?.to).toEqual([{ name: 'Bruno', address: 'bruno@alejandria.example' }])
  for (const part of [mail?.text, mail?.html?.replaceAll('<br>', '\n')]) {
    expect(part).toContain('Cuándo: el 5 de abril de 2027 a las 18:05')
    expect(part).toContain('Con qué: Chrome en Linux')
    expect(part).toContain('Dirección de red: 203.0.113.7')
    expect(part).toContain('El botón sirve hasta el 12 de abril de 2027 a las 18:05.')
    expect(part).toMatch(/https:\/\/alejandria\.example\/not-me\/[\w-]{43}\b/)
  }
  expect(mail?.text).toContain('No he sido yo: https://')
})

test('what keeps no cookie is known by its network and kind, and elsewhere it is new', async () => {
  await someone('Carmen')
  const script = browser('curl/8.5.0', '198.51.100.4', false)
  for (let turn = 0; turn < 3; turn++) await script.signIn('Carmen')
  expect(await sentTo('Carmen')).toHaveLength(1)
  community.advanceClock(minutes(11))
  await script.signIn('Carmen', undefined, '198.51.100.5')
  expect(await sentTo('Carmen')).toHaveLength(2)
  expect((await sentTo('Carmen')).at(-1)?.text).toContain('Con qué: un programa que no conocemos')
})

test('a cookie is of one person: another one’s, an invented one and a broken one don’t make a device known', async () => {
  const diana = await admin().createsAccount('Diana')
  await admin().createsAccount('Elena')
  const shared = browser(firefox, '192.0.2.1')
  await shared.signIn('Diana')
  await shared.signIn('Elena')
  await shared.signIn('Diana')
  expect(await sentTo('Diana')).toEqual([])
  const token = [...shared.cookies.values()]
  expect(new Set(token).size).toBe(2)
  const wrong = [token[1] as string, 'A'.repeat(43), 'A'.repeat(9000), '']
  for (const [turn, value] of wrong.entries()) {
    community.advanceClock(minutes(11))
    const stranger = browser(chrome, `203.0.113.${turn}`)
    stranger.cookies.set(`device_${diana.id}`, value)
    await stranger.signIn('Diana')
    expect(stranger.cookies.get(`device_${diana.id}`)).not.toBe(value)
  }
  expect(await sentTo('Diana')).toHaveLength(wrong.length)
})

test('a device is stored as hashes only, and forgotten with the account', async () => {
  const { id } = await admin().createsAccount('Fermín')
  const phone = browser(firefox, '192.0.2.77')
  await phone.signIn('Fermín')
  await browser(chrome, '203.0.113.79').signIn('Fermín')
  const [token = ''] = [...phone.cookies.values()]
  const rows = () => rowsOf(db, 'known_devices', { user_id: id })
  expect(await rows()).toHaveLength(4)
  const stored = JSON.stringify(await rows())
  for (const secret of [token, '192.0.2', 'Firefox']) expect(stored).not.toContain(secret)
  expect((await admin().delete(`/auth/users/${id}`)).status).toBe(204)
  expect(await rows()).toEqual([])
  expect(JSON.stringify(await rowsOf(db, 'mails'))).not.toContain('203.0.113.79')
})

test('a person’s devices are bounded: those without cookies don’t push out the ones that come back, which are new again after 400 days', async () => {
  const { id } = await admin().createsAccount('Gema')
  const phone = browser(firefox, '192.0.2.1')
  await phone.signIn('Gema')
  community.advanceClock(minutes(1))
  await phone.signIn('Gema')
  for (let turn = 0; turn < 25; turn++) {
    community.advanceClock(minutes(1))
    await browser('curl/8.5.0', '198.51.100.4', false).signIn('Gema')
  }
  // the phone's cookie, its network and the one of the program; and the last twenty
  expect(await rowsOf(db, 'known_devices', { user_id: id })).toHaveLength(23)
  await phone.signIn('Gema', undefined, '203.0.113.7')
  expect(await sentTo('Gema')).toHaveLength(1)
  community.advanceClock(days(400))
  await phone.signIn('Gema')
  expect(await sentTo('Gema')).toHaveLength(2)
})

test('without a mail server there is no mail and no link, and devices are known all the same', async () => {
  const quiet = await communityOfThisTest({ sendsMail: false, trustedProxies: ['127.0.0.1'] })
  await quiet.hipatia.createsAccount('Ana')
  for (const address of ['192.0.2.1', '203.0.113.7'])
    expectDone(await quiet.tryToSignIn('Ana', undefined, { headers: { 'x-forwarded-for': address } }))
  for (const table of ['mails', 'password_links'] as const) expect(await rowsOf(quiet.db, table)).toEqual([])
  expect((await rowsOf(quiet.db, 'known_devices')).length).toBeGreaterThan(4)
})

const ended = {
  detail:
    'Este enlace ya no vale: ya se usó o ha pasado demasiado tiempo. Si crees que alguien más entra en tu cuenta, pulsa «¿Has olvidado tu contraseña?» al iniciar sesión y elige otra.',
}

test('opening the link changes nothing, however often', async () => {
  const { own, stolen, alarm } = await someoneRobbed('Juana')
  const writes = community.watchWrites()
  for (let turn = 0; turn < 3; turn++) {
    const expires_at = new Date(community.clock.now + days(7)).toISOString()
    expect(expectDone(await read(alarm))).toEqual({ name: 'Juana', expires_at })
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${community.origin}/not-me/${alarm}`, { method })).status).toBeLessThan(500)
    expectRefusal(await visitor.get('/auth/disowned-sign-ins'), 405)
  }
  expect(writes()).toEqual([])
  for (const session of [own, stolen]) expect((await session.get('/auth/me')).status).toBe(200)
})

test('its button ends all sessions and sockets, the password and the known devices, and another one is chosen', async () => {
  const { own, stolen, phone, thief, alarm } = await someoneRobbed('Laura')
  const socket = await openMemberSocket(community, stolen)
  const { path } = expectDone(await disown(alarm, 'Laura'))
  await expectCut(socket, 1000)
  for (const session of [own, stolen]) expectRefusal(await session.get('/auth/me'), 401)
  expectRefusal(await community.tryToSignIn('Laura'), 401)
  expect(path).toMatch(/^\/password\/[\w-]{43}$/)
  expect((await mails()).at(-1)?.subject).toBe('Tu contraseña de Alejandría ya no vale')

  community.advanceClock(minutes(11))
  const { access_token } = expectDone(await accept('password-links', tokenOf(path), 'un papiro nuevo'))
  expect((await community.withToken(access_token).get('/auth/me')).status).toBe(200)
  expectRefusal(await community.tryToSignIn('Laura'), 401)
  // the first one too, by the link
  expect((await sentTo('Laura')).at(-1)?.text).toContain('Cómo: con un enlace para elegir contraseña')
  const told = (await sentTo('Laura')).length
  for (const browser of [phone, thief]) {
    community.advanceClock(minutes(11))
    await browser.signIn('Laura', 'un papiro nuevo')
  }
  expect(await sentTo('Laura')).toHaveLength(told + 2)

  const events = expectDone(await admin().get<AuditEvent[]>('/audit?kind=sign_in'))
  const disowned = events.find(({ action }) => action === 'sign_in_disowned')
  expect(disowned).toMatchObject({ actor_name: 'Laura', target: null, address: '127.0.0.1' })
})

test('the link works once, of two at once one wins, and another new device keeps it open for longer; its token is in no table and no log', async () => {
  const { id, alarm } = await someoneRobbed('Manuel')
  community.advanceClock(days(6))
  await browser(chrome, '203.0.113.99').signIn('Manuel')
  // the mail before brings the same link
  expect(await alarmOf('Manuel')).toBe(alarm)
  community.advanceClock(days(6))
  await browser(chrome, '203.0.113.100').signIn('Manuel')
  expect(await alarmOf('Manuel')).toBe(alarm)
  community.advanceClock(days(6))
  const answers = await Promise.all([disown(alarm, 'Manuel'), disown(alarm, 'Manuel')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  for (const call of [read, disown]) expectRefusal(await call(alarm, 'Manuel'), 410, ended)
  expect(await rowsOf(db, 'password_links', { user_id: id })).toMatchObject([{ purpose: 'reset' }])
  const everything = JSON.stringify(await community.readAllTables()) + community.logText()
  for (const secret of [alarm, alarm.slice(22)]) expect(everything).not.toContain(secret)
})

test('the button needs the name of the account, as a program that presses it doesn’t know', async () => {
  const { own, stolen, alarm } = await someoneRobbed('Mónica')
  const writes = community.watchWrites()
  for (const wrong of ['Hipatia', 'Mon', 'x'.repeat(200)])
    expectRefusal(await disown(alarm, wrong), 422, {
      field: 'name',
      detail: 'Ese no es el nombre de esta cuenta. Escríbelo como aparece arriba.',
    })
  for (const wrong of ['', '   ']) {
    const answer = await disown(alarm, wrong)
    expectRefusal(answer, 422, { field: 'name' })
    expect(answer.text).toContain('Escribe tu nombre')
  }
  expect(writes()).toEqual([])
  expect((await own.get('/auth/me')).status).toBe(200)
  // a link that isn't valid is refused with any name
  for (const name of ['Mónica', 'Hipatia']) expectRefusal(await disown('A'.repeat(43), name), 410, ended)
  expectDone(await disown(alarm, ' MÓNICA '))
  expectRefusal(await stolen.get('/auth/me'), 401)
})

test('tokens are for their purpose and their person, and end after seven days', async () => {
  const { alarm } = await someoneRobbed('Olga')
  const other = await someoneRobbed('Pablo')
  for (const kind of ['password-links', 'invitations'] as const) expect((await accept(kind, alarm)).status).toBe(410)
  for (const wrong of [halvesOf(alarm, other.alarm), 'A'.repeat(43), `${alarm}=`])
    expectRefusal(await disown(wrong, 'Olga'), 410, ended)
  for (const name of ['Olga', 'Pablo']) expect((await community.tryToSignIn(name)).status).toBe(200)
  community.advanceClock(days(7))
  for (const call of [read, disown]) expectRefusal(await call(other.alarm, 'Pablo'), 410, ended)
})

test('for deactivated and deleted people, after another e-mail, and after a password chosen by a link of one’s mailbox, the link has ended', async () => {
  for (const [name, change] of [
    ['Quirino', (id: string) => admin().post(`/auth/users/${id}/toggle-status`)],
    ['Rut', (id: string) => admin().delete(`/auth/users/${id}`)],
    ['Safo', (id: string) => admin().put(`/auth/users/${id}`, { email: 'otra@alejandria.example' })],
    [
      'Wanda',
      async () => {
        expectDone(await ask('Wanda'))
        const reset = /\/password\/([\w-]{43})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
        return accept('password-links', reset, 'un papiro nuevo')
      },
    ],
  ] as const) {
    const { id, alarm } = await someoneRobbed(name)
    expectDone(await change(id))
    expectRefusal(await disown(alarm, name), 410, ended)
  }
})

test('an account that is deactivated while the button works on it stays as it was', async () => {
  const { id, alarm } = await someoneRobbed('Teón')
  const { answer, before } = await transaction(db, async (tx) => {
    const user = await lockUser(tx, id)
    const answer = disown(alarm, 'Teón')
    await tx.deleteFrom('password_links').where('user_id', '=', id).execute()
    return { answer, before: user?.password_hash }
  })
  expectRefusal(await answer, 410, ended)
  expect((await rowOf(db, 'users', { id })).password_hash).toBe(before)
})

test('a thief who knows the password can’t end the link by another one, nor by asking for a link', async () => {
  const { stolen, alarm } = await someoneRobbed('Úrsula')
  const passwords = { current_password: passwordOf('Úrsula'), new_password: 'la clave del ladrón' }
  expectDone(await stolen.post('/auth/change-password', passwords))
  expectDone(await ask('Úrsula'))
  expectDone(await disown(alarm, 'Úrsula'))
  expectRefusal(await stolen.get('/auth/me'), 401)
  expectRefusal(await community.tryToSignIn('Úrsula', 'la clave del ladrón'), 401)
})

test('nor can an administrator’s thief give the account another password', async () => {
  const teacher = await admin().createsAccount('Valerio', { role: 'admin' })
  await browser(firefox, '192.0.2.1').signIn('Valerio')
  const stolen = await browser(chrome, '203.0.113.7').signIn('Valerio')
  expectRefusal(await stolen.put(`/auth/users/${teacher.id}`, { password: 'la clave del ladrón' }), 409)
  await stolen.createsAccount('Cómplice', { role: 'admin' })
  const accomplice = await browser(chrome, '203.0.113.7').signIn('Cómplice')
  expectDone(await accomplice.put(`/auth/users/${teacher.id}`, { password: 'la clave del ladrón' }))
  expectDone(await disown(await alarmOf('Valerio'), 'Valerio'))
  expectRefusal(await community.tryToSignIn('Valerio', 'la clave del ladrón'), 401)
})

test('a mail that is sent after its link has ended is left out', async () => {
  await someone('Xenia')
  const { id } = await browser(chrome, '203.0.113.7').signIn('Xenia')
  expectDone(await admin().put(`/auth/users/${id}`, { email: 'otra@xenia.example' }))
  expect(await sentTo('Xenia')).toEqual([])
})
