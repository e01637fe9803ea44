// Test mails, and the admin's lists of mails and deliveries (SPEC §7; DECISIONS §2 "Notifications").
import { afterAll, expect, test } from 'vitest'
import type { Delivery, Mail } from '../../../contract/mail.ts'
import { adminMails, broadcast } from '../../support/server/admin-mails.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community
await community.signIn('Ana')
await community.signIn('Benito')
const { send, listMails, listDeliveries } = adminMails(community)
for (let count = 0; count < 4; count++) expectDone(await send(broadcast))

const defaults = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false }

test('HEAD of the test mail’s path sends nothing', async () => {
  const before = (await listMails()).length
  const { status, headers } = await hipatia.ask('HEAD', '/notifications/test/new-post')
  expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  expect(await listMails()).toHaveLength(before)
})

test('a test mail goes to the caller only, whatever their preferences', async () => {
  await community.deliverMail()
  expectDone(await hipatia.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  const answer = expectDone(await hipatia.get<{ success: boolean; message: string }>('/notifications/test/new-post'))
  expect(answer).toMatchObject({ success: true, message: expect.any(String) })
  const [mail] = await listMails()
  expect(mail).toMatchObject({ kind: 'test', queued: 1 })
  expect((await listDeliveries(mail as Mail)).map(({ name }) => name)).toEqual(['Hipatia'])
  expectDone(await hipatia.put('/notifications/preferences', defaults))
})

test('mails and deliveries come in pages', async () => {
  const whole = (await listMails()).map(({ id }) => id)
  const first = await hipatia.get<Mail[]>('/notifications/admin/mails?limit=2')
  expect(first.headers.get('x-total-count')).toBe(String(whole.length))
  const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await hipatia.get<Mail[]>(next)
  expect([...expectDone(first), ...expectDone(second)].map(({ id }) => id)).toEqual(whole.slice(0, 4))

  const toAll = expectDone(first).find(({ kind }) => kind === 'broadcast') ?? expectDone(second)[0]
  const path = `/notifications/admin/mails/${toAll?.id}/deliveries`
  const names: string[] = []
  for (let page: string | undefined = `${path}?limit=1`; page; ) {
    const answer: { headers: Headers; body: Delivery[] } = await hipatia.get<Delivery[]>(page)
    names.push(...answer.body.map(({ name }) => name))
    page = /<\/api([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(names).toEqual(['Ana', 'Benito', 'Hipatia'])
  expectRefusal(await hipatia.get(`/notifications/admin/mails/${'0'.repeat(32)}/deliveries`), 404)
})
