// Administrators see and end anybody's sessions.
import { afterAll, expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { Session } from '../../../contract/auth.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { expectCut, openMemberSocket } from '../../support/server/sockets/sockets.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community

const list = async (id: string) => expectDone(await hipatia.get<Session[]>(`/auth/users/${id}/sessions`))
const isSignedIn = async (person: typeof community.visitor) => (await person.get('/auth/me')).status === 200
const mails = () => community.db.selectFrom('mails').select(['kind', 'subject']).orderBy('id').execute()
const events = async () =>
  expectDone(await hipatia.get<AuditEvent[]>('/audit'))
    .filter(({ action }) => action === 'session_ended')
    .map(({ actor_name, target }) => ({ actor_name, target }))

test('Hipatia ends one of Ana’s sessions: its socket ends, the trail and a mail say so', async () => {
  const phone = await community.signIn('Ana')
  const laptop = await community.signIn('Ana')
  const socket = await openMemberSocket(community, phone)
  const own = expectDone(await phone.get<Session[]>('/auth/sessions'))
  const seen = await list(phone.id)
  expect(seen).toEqual(own.map((session) => ({ ...session, is_current: false })))
  const ofPhone = own.find(({ is_current }) => is_current) as Session

  expect((await hipatia.delete(`/auth/users/${phone.id}/sessions/${ofPhone.id}`)).status).toBe(204)
  await expectCut(socket, 1000)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(laptop)).toBe(true)
  expect(await list(phone.id)).toHaveLength(1)
  expect(await events()).toEqual([{ actor_name: 'Hipatia', target: 'Ana' }])
  expect((await mails()).at(-1)).toEqual({ kind: 'security', subject: 'Se han cerrado sesiones tuyas en Alejandría' })

  // it has ended already; nothing more is told
  const sent = (await mails()).length
  expectRefusal(await hipatia.delete(`/auth/users/${phone.id}/sessions/${ofPhone.id}`), 404)
  expect(await mails()).toHaveLength(sent)
})

test('all sessions of Bruno end at once, and nobody else’s', async () => {
  const tabs = [await community.signIn('Bruno'), await community.signIn('Bruno')] as const
  const ana = await community.signIn('Ana')
  const { id } = tabs[0]
  expect(expectDone(await hipatia.post(`/auth/users/${id}/sessions/end-all`))).toEqual({ ended: 2 })
  for (const tab of tabs) expect(await isSignedIn(tab)).toBe(false)
  expect(await isSignedIn(ana)).toBe(true)
  expect(await list(id)).toEqual([])
  expect(expectDone(await hipatia.post(`/auth/users/${id}/sessions/end-all`))).toEqual({ ended: 0 })
  await community.signIn('Bruno')
})

test('a session of somebody else under Ana’s address, and unknown people, are 404 and end nothing', async () => {
  const ana = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')
  const [ofBruno] = await list(bruno.id)
  expectRefusal(await hipatia.delete(`/auth/users/${ana.id}/sessions/${ofBruno?.id}`), 404)
  expect(await isSignedIn(bruno)).toBe(true)
  const gone = await hipatia.createsAccount('Carmen')
  expect((await hipatia.delete(`/auth/users/${gone.id}`)).status).toBe(204)
  for (const id of [gone.id, 'f'.repeat(32)]) {
    expectRefusal(await hipatia.get(`/auth/users/${id}/sessions`), 404)
    expectRefusal(await hipatia.post(`/auth/users/${id}/sessions/end-all`), 404)
  }
})
