// @databases both
// 'Primeros pasos': each step is done by the thing itself being done (issue 37, "The first evening").
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { FirstSteps, SetAside, StepName } from '../../../contract/operator/first-steps.ts'
import { firstSteps } from '../../../server/db/migrations/006-first-steps.ts'
import { newId } from '../../../server/ids.ts'
import {
  communityOfThisTest,
  days,
  expectDone,
  minutes,
  type Person,
  passwordOf,
} from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'
import { mailCommunityOfThisFile } from '../../support/server/mailbox.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const withMailServer = await mailCommunityOfThisFile()

const stepsOf = async (person: Person) => expectDone(await person.get<FirstSteps>('/admin/first-steps'))
const missingOf = async (person: Person, name: StepName) =>
  (await stepsOf(person)).steps.find((step) => step.name === name)?.missing
const setAside = (person: Person, name: SetAside['name'], is_set_aside = true) =>
  person.put<FirstSteps>('/admin/first-steps', { name, is_set_aside })

test('in a new community everything is missing; the list says what, and in which order', async () => {
  const community = await communityOfThisTest({ publicUrl: 'http://localhost:3000', sendsMail: false })
  await community.db.updateTable('users').set({ name: 'admin', email: 'admin@localhost' }).execute()
  expect(await stepsOf(community.hipatia)).toEqual({
    is_put_away: false,
    steps: [
      { name: 'account', missing: ['own_name', 'own_address', 'own_password'], is_set_aside: false },
      { name: 'categories', missing: ['categories'], is_set_aside: false },
      { name: 'address', missing: ['public_url'], is_set_aside: false },
      { name: 'mail', missing: ['mail_server'], is_set_aside: false },
      { name: 'snapshots', missing: ['snapshot_place'], is_set_aside: false },
      { name: 'invitations', missing: ['others'], is_set_aside: false },
      { name: 'imports', missing: ['imports'], is_set_aside: false },
    ],
    test_mail: null,
  })
})

test('the first administrator’s own name, address and password are done one by one', async () => {
  const { db, hipatia } = await communityOfThisTest()
  await db.updateTable('users').set({ name: 'admin', email: 'admin@localhost' }).execute()
  expectDone(await hipatia.put(`/auth/users/${hipatia.id}`, { name: 'Hipatia' }))
  expect(await missingOf(hipatia, 'account')).toEqual(['own_address', 'own_password'])
  expectDone(await hipatia.put(`/auth/users/${hipatia.id}`, { email: 'hipatia@alejandria.example' }))
  expect(await missingOf(hipatia, 'account')).toEqual(['own_password'])
  const passwords = { current_password: passwordOf('Hipatia'), new_password: 'un papiro nuevo' }
  expectDone(await hipatia.post('/auth/change-password', passwords))
  expect(await missingOf(hipatia, 'account')).toEqual([])
})

test('a password that is older than the trail isn’t asked for', async () => {
  const community = await communityOfThisTest()
  community.advanceClock(days(90) - 1)
  expect(await missingOf(await community.signIn('Hipatia'), 'account')).toEqual(['own_password'])
  community.advanceClock(1)
  expect(await missingOf(await community.signIn('Hipatia'), 'account')).toEqual([])
})

test('a category and somebody else, be it an open invitation, are enough', async () => {
  const { hipatia } = await communityOfThisTest()
  expect(await missingOf(hipatia, 'categories')).toEqual(['categories'])
  await hipatia.createsCategory('Historia')
  expect(await missingOf(hipatia, 'categories')).toEqual([])
  expect(await missingOf(hipatia, 'invitations')).toEqual(['others'])
  expectDone(await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' }))
  expect(await missingOf(hipatia, 'invitations')).toEqual([])
})

test.each([
  ['http://127.0.0.1:3000', ['public_url']],
  ['http://alejandria.example', ['https']],
  ['https://alejandria.example', []],
])('the address %s', async (publicUrl, missing) => {
  const { hipatia } = await communityOfThisTest({ publicUrl })
  expect(await missingOf(hipatia, 'address')).toEqual(missing)
})

test('snapshots need a place, and then a first one', async () => {
  const backupTo = mkdtempSync(join(tmpdir(), 'alejandria-copias-'))
  onTestFinished(() => rmSync(backupTo, { recursive: true }))
  const { db, clock, hipatia } = await communityOfThisTest({ backupTo })
  expect(await missingOf(hipatia, 'snapshots')).toEqual(['snapshot'])
  const times = { started_at: clock.now, seen_at: clock.now, ended_at: clock.now }
  const made = { kind: 'snapshot', snapshot: '20260302T090000Z', done_bytes: 0, size: 1, faulty_files: 0 } as const
  await insertRows(db, 'backup_runs', [{ id: newId(), ...times, ...made }])
  expect(await missingOf(hipatia, 'snapshots')).toEqual([])
})

test('a test mail says whether the mail server took it, and the step is done once it did', async () => {
  const { hipatia, server, deliverMail, moment } = withMailServer
  const testMail = async () => (await stepsOf(hipatia)).test_mail
  expect(await missingOf(hipatia, 'mail')).toEqual(['accepted_mail'])
  server.answers.sender = () => ({ code: 535, text: 'no te conozco' })
  expectDone(await hipatia.get('/notifications/test/new-post'))
  const sent = { email: 'hipatia@alejandria.example', queued_at: moment() }
  expect(await testMail()).toEqual({ ...sent, state: 'waiting', reason: null })
  await deliverMail()
  const refused = await testMail()
  expect(refused).toMatchObject({ ...sent, state: 'refused', reason: expect.stringContaining('no te conozco') })
  expect(await missingOf(hipatia, 'mail')).toEqual(['accepted_mail'])
  server.answers.sender = undefined
  withMailServer.advanceClock(minutes(2))
  await deliverMail()
  expect(await testMail()).toEqual({ ...sent, state: 'accepted', reason: null })
  expect(await missingOf(hipatia, 'mail')).toEqual([])
})

test('a test mail that the mail server refuses for good has failed, with its words', async () => {
  const { hipatia, server, deliverMail } = withMailServer
  server.answers.recipient = () => ({ code: 550, text: 'no existe' })
  expectDone(await hipatia.get('/notifications/test/new-post'))
  await deliverMail()
  const { test_mail } = await stepsOf(hipatia)
  expect(test_mail).toMatchObject({ state: 'failed', reason: expect.stringContaining('550 no existe') })
})

test('without a mail server a test mail is only saved, and the step stays open', async () => {
  const { hipatia, deliverMail } = await communityOfThisTest({ sendsMail: false })
  expectDone(await hipatia.get('/notifications/test/new-post'))
  await deliverMail()
  expect((await stepsOf(hipatia)).test_mail).toMatchObject({ state: 'saved' })
  expect(await missingOf(hipatia, 'mail')).toEqual(['mail_server'])
})

describe('set aside', () => {
  test('an optional step, or the whole list, is set aside for all administrators, and comes back; the trail tells', async () => {
    const { hipatia, signIn } = await communityOfThisTest()
    await hipatia.createsAccount('Ana', { role: 'admin' })
    const ana = await signIn('Ana')
    const aside = async () => {
      const { is_put_away, steps } = await stepsOf(ana)
      return [...(is_put_away ? ['all'] : []), ...steps.flatMap(({ name, is_set_aside }) => (is_set_aside ? name : []))]
    }
    for (const name of ['mail', 'all', 'all'] as const) expectDone(await setAside(hipatia, name))
    expect(await aside()).toEqual(['all', 'mail'])
    for (const name of ['all', 'all'] as const) expectDone(await setAside(ana, name, false))
    expect(await aside()).toEqual(['mail'])
    const events = expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=server'))
    expect(events.map(({ action, actor_name, target }) => [action, actor_name, target])).toEqual([
      ['first_step_taken_back', 'Ana', null],
      ['first_step_set_aside', 'Hipatia', null],
      ['first_step_set_aside', 'Hipatia', 'Correo'],
    ])
  })

  test('no step that a community needs is set aside', async () => {
    const { hipatia } = await communityOfThisTest()
    expectRefusal(await setAside(hipatia, 'account' as 'all'), 422)
  })

  test('the upgrade of a community with several members puts the list away, one that is just being set up keeps it', async () => {
    const { db, hipatia, signIn } = await communityOfThisTest()
    const upgrade = async () => {
      await db.schema.dropTable('set_aside_steps').execute()
      await firstSteps.up(db)
      return (await stepsOf(hipatia)).is_put_away
    }
    expect(await upgrade()).toBe(false)
    await signIn('Ana')
    expect(await upgrade()).toBe(true)
  })
})
