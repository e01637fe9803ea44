// The mail to the address that an account had.
import { expect, test } from 'vitest'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { linksOf } from '../auth/links.ts'

const community = await communityOfThisFile()
const { hipatia } = community

const { mails } = linksOf(community)

let known = 0
/** Mails since the last call. */
async function newMails() {
  const all = await mails()
  const fresh = all.slice(known)
  known = all.length
  return fresh
}
const summaries = async () => (await newMails()).map((mail) => `${mail.to?.[0]?.address} ${mail.subject}`).toSorted()
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
  const deliveries = await hipatia.get<object[]>(`/notifications/admin/mails/${sent?.id}/deliveries`)
  // administrators see which address it went to
  expect(expectDone(deliveries)).toMatchObject([{ name: 'Ana', email: 'ana@alejandria.example', state: 'sent' }])
})

test('also an administrator’s own is told; together with a password, the new address is told of that', async () => {
  expectDone(await hipatia.put(`/auth/users/${hipatia.id}`, { email: 'hipatia@otra.example' }))
  expect(await summaries()).toEqual([`hipatia@alejandria.example ${subject}`])
  const { id } = await hipatia.createsAccount('Teano')
  expectDone(await hipatia.put(`/auth/users/${id}`, { email: 'teano@otra.example', password: 'otra clave' }))
  expect(await summaries()).toEqual([
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
