// Unsubscribing from a kind of mail by the link in it, without signing in (RFC 8058; DECISIONS §2, "Notifications").
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EmailPreferences } from '../../../contract/preferences.ts'
import { signToken } from '../../../server/mail/unsubscribe/token.ts'
import { communityOfThisFile, communityOfThisTest, days, expectDone } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'

const community = await communityOfThisFile()
const { origin, hipatia } = community
const { unsubscribeKey } = community.services

const address = (person: { id: string }, preference: keyof EmailPreferences = 'new_posts') =>
  `/api/notifications/unsubscribe/${signToken(unsubscribeKey, person.id, preference)}`
const preferences = async (person: typeof hipatia) => expectDone(await person.get('/notifications/preferences'))
const all = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false }

async function opens(path: string, sent: RequestInit = {}) {
  const response = await fetch(`${origin}${path}`, sent)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const form = (body: string, type = 'application/x-www-form-urlencoded') => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
})
const oneClick = form('List-Unsubscribe=One-Click')
const multipart = form(
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  'multipart/form-data; boundary=x',
)

test('opening a link to unsubscribe shows the kind of mail, and changes nothing', async () => {
  const ana = await community.signIn('Ana')
  const writes = community.watchWrites()
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await opens(address(ana), { method })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'.*style-src 'self' 'nonce-/)
    if (method === 'HEAD') continue
    expect(page.text).toContain('avisos de posts nuevos')
    expect(page.text).toContain('<button>Darme de baja</button>')
    expect(page.text).not.toMatch(/ana@|>Ana|<script/)
  }
  expect(writes()).toEqual([])
  const { text } = await opens(address(ana, 'admin_notifications'))
  expect(text).toContain('avisos de quienes administran la comunidad')
})

test.each([
  ['a form as RFC 8058 has it', oneClick],
  ['the other kind of form', multipart],
  ['no body at all', { method: 'POST' }],
  ['a body of no kind', form('x', 'text/plain')],
  ['invalid JSON', form('{', 'application/json')],
] as [string, RequestInit][])(
  'a single POST with %s turns off this kind of mail, for this person only',
  async (_, sent) => {
    const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
    expectDone(await ana.put('/notifications/preferences', all))
    // a mail program may send the request twice
    for (let turn = 0; turn < 2; turn++) {
      const unsubscribed = { status: 200, text: expect.stringContaining('Te has dado de baja') }
      expect(await opens(address(ana), sent)).toMatchObject(unsubscribed)
      expect(await preferences(ana)).toEqual({ ...all, new_posts: false })
      expect(await preferences(bruno)).toEqual(all)
    }
  },
)

test('the button on the page turns an unsubscribed kind on again', async () => {
  const ana = await community.signIn('Ana')
  expectDone(await ana.put('/notifications/preferences', all))
  const off = await opens(address(ana, 'admin_notifications'), oneClick)
  expect(off.text).toContain('<input type="hidden" name="undo" value="1">')
  expect(await preferences(ana)).toEqual({ ...all, admin_notifications: false })
  const on = await opens(address(ana, 'admin_notifications'), form('undo=1'))
  expect(on.text).toContain('Volverás a recibir')
  expect(await preferences(ana)).toEqual(all)
})

test('a link to unsubscribe that was changed, cut or signed elsewhere is 404 and changes nothing; a large body is refused', async () => {
  const ana = await community.signIn('Ana')
  const good = signToken(unsubscribeKey, ana.id, 'new_posts')
  const bytes = Buffer.from(good, 'base64url')
  const forged = [
    signToken(Buffer.alloc(32), ana.id, 'new_posts'),
    signToken(Buffer.alloc(0), ana.id, 'new_posts'),
    good.slice(0, -1),
    `${good}A`,
    // the same bytes in another spelling
    ...[...'ABCDQRSTghijwxyz'].map((end) => good.slice(0, -1) + end).filter((token) => token !== good),
    ...[0, 15, 16, 17, 48].map((at) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      return changed.toString('base64url')
    }),
    // Bruno's signature with Ana's id
    Buffer.concat([
      Buffer.from(ana.id, 'hex'),
      Buffer.from(signToken(unsubscribeKey, hipatia.id, 'new_posts'), 'base64url').subarray(16),
    ]).toString('base64url'),
    ana.id,
    'A'.repeat(200),
    'A'.repeat(2000),
    '%00',
    '..%2F..',
  ]
  const writes = community.watchWrites()
  for (const token of forged)
    for (const sent of [{}, oneClick, form('undo=1')]) {
      const { status, text } = await opens(`/api/notifications/unsubscribe/${token}`, sent)
      expect([token, status]).toEqual([token, 404])
      expect(text).not.toContain('<form')
    }
  expect((await opens(address(ana), form('x'.repeat(5000)))).status).toBe(413)
  expect(writes()).toEqual([])
})

test('a link to unsubscribe never expires, and ends with the account', async () => {
  const zoe = await community.signIn('Zoé')
  const link = address(zoe)
  community.advanceClock(days(4000))
  expect((await opens(link)).status).toBe(200)
  const again = await community.signIn('Hipatia')
  expectDone(await again.put(`/auth/users/${zoe.id}`, { is_active: false }))
  expect((await opens(link, oneClick)).status).toBe(200)
  expectDone(await again.delete(`/auth/users/${zoe.id}`))
  for (const sent of [{}, oneClick])
    expect(await opens(link, sent)).toMatchObject({ status: 404, text: expect.stringContaining('Este enlace no vale') })
})

test('a link to unsubscribe that is called too often from one network is refused, elsewhere it works', async () => {
  const other = await communityOfThisTest({ trustedProxies: ['127.0.0.1'] })
  const ana = await other.signIn('Ana')
  const token = signToken(other.services.unsubscribeKey, ana.id, 'new_posts')
  const callFrom = (address: string, sent = oneClick) => {
    const headers = { ...sent.headers, 'x-forwarded-for': address }
    return fetch(`${other.origin}/api/notifications/unsubscribe/${token}`, { ...sent, headers })
  }
  for (let count = 0; count < 30; count++)
    for (const sent of [oneClick, form('undo=1')]) expect((await callFrom('192.0.2.1', sent)).status).toBe(200)
  const writes = other.watchWrites()
  const refused = await callFrom('192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(writes()).toEqual([])
  expect((await callFrom('192.0.2.2')).status).toBe(200)
  other.advanceClock(1000)
  expect((await callFrom('192.0.2.1')).status).toBe(200)
})

// SQLite itself writes no page for an unchanged row
onPostgres('a repeated call of a link to unsubscribe writes nothing', async () => {
  const ana = await community.signIn('Ana')
  expect((await opens(address(ana), oneClick)).status).toBe(200)
  const rowVersion = async () =>
    (await sql`select ctid::text, xmin::text from users where id = ${ana.id}`.execute(community.db)).rows
  const before = await rowVersion()
  expect((await opens(address(ana), oneClick)).status).toBe(200)
  expect(await rowVersion()).toEqual(before)
  expect(await preferences(ana)).toMatchObject({ new_posts: false })
})
