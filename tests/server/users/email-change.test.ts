// @databases both
// The mail to the address that an account had.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { readMail } from '../../support/server/smtp-server.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community

let known = 0
/** Mails since the last call, with their recipients' addresses and subjects. */
async function newMails() {
  await community.deliverMail()
  const folder = join(community.dataDir, 'outbox')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  const raw = names.toSorted().slice(known)
  known = names.length
  return Promise.all(raw.map((name) => readMail({ raw: readFileSync(join(folder, name), 'utf8') })))
}
const subject = 'El correo de tu cuenta de Alejandría ha cambiado'

test('when Ana’s e-mail changes, the address that she had is told, and not the new one', async () => {
  const ana = await hipatia.createsAccount('Ana')
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { email: 'ana@otra.example' }))
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject, to: [{ name: 'Ana', address: 'ana@alejandria.example' }] })
  expect(mail?.text).toContain('a esta ya no te escribiremos')
  expect(mail?.text).toContain('Si no lo esperabas, avisa cuanto antes a quien administra la comunidad.')
  expect(JSON.stringify(mail)).not.toContain('ana@otra.example')

  const [sent] = expectDone(await hipatia.get<{ id: string }[]>('/notifications/admin/mails'))
  expect(
    expectDone(await hipatia.get<object[]>(`/notifications/admin/mails/${sent?.id}/deliveries`)),
    'administrators see which address it went to',
  ).toMatchObject([{ name: 'Ana', email: 'ana@alejandria.example', state: 'sent' }])
})

test('whoever changes it: also an administrator’s own', async () => {
  expectDone(await hipatia.put(`/auth/users/${hipatia.id}`, { email: 'hipatia@otra.example' }))
  const sent = (await newMails()).map((mail) => `${mail.to?.[0]?.address} ${mail.subject}`)
  expect(sent).toEqual([`hipatia@alejandria.example ${subject}`])
})

test('together with a password: the new address is told of that', async () => {
  const { id } = await hipatia.createsAccount('Teano')
  expectDone(await hipatia.put(`/auth/users/${id}`, { email: 'teano@otra.example', password: 'otra clave' }))
  const sent = (await newMails()).map((mail) => `${mail.to?.[0]?.address} ${mail.subject}`)
  expect(sent.toSorted()).toEqual([
    `teano@alejandria.example ${subject}`,
    'teano@otra.example Tu contraseña de Alejandría ha cambiado',
  ])
})

test('the same address in other letters, another field, and an invited person’s correction are no change', async () => {
  const bruno = await hipatia.createsAccount('Bruno')
  expectDone(await hipatia.put(`/auth/users/${bruno.id}`, { email: 'BRUNO@alejandria.example', phone: '600 111 222' }))
  expect(await newMails()).toEqual([])
  const invited = { name: 'Safo', email: 'safo@mal.example' }
  const { user } = expectDone(await hipatia.post<{ user: { id: string } }>('/auth/invitations', invited))
  expect(await newMails()).toHaveLength(1)
  expectDone(await hipatia.put(`/auth/users/${user.id}`, { email: 'safo@bien.example' }))
  expect(await newMails()).toEqual([])
})

test('a deleted person’s former address goes too', async () => {
  const carmen = await hipatia.createsAccount('Carmen')
  expectDone(await hipatia.put(`/auth/users/${carmen.id}`, { email: 'carmen@otra.example' }))
  expectDone(await hipatia.delete(`/auth/users/${carmen.id}`))
  expect(await newMails()).toEqual([])
  expect(JSON.stringify(await community.readAllTables())).not.toContain('carmen@')
})
