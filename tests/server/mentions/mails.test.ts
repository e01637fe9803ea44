// The mail of a post that names somebody (decision 056).
import { expect, test } from 'vitest'
import { expectDone } from '../../support/server/community.ts'
import { mailCommunitiesOfThisFile } from '../../support/server/mailbox.ts'
import { readMail } from '../../support/server/smtp-server.ts'

const { startMailCommunity } = mailCommunitiesOfThisFile()

test('the mail of a post has the name that a person has when it is sent, and no id', async () => {
  const community = await startMailCommunity()
  const { hipatia } = community
  const telesila = await community.signIn('Telesila')
  const urraca = await hipatia.createsAccount('Urraca')
  await telesila.writes({ title: 'El faro', content: `Lo enciende **@[Urraca](${urraca.id})** cada noche.` })
  expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))
  await community.deliverMail()
  expect(community.server.accepted).not.toEqual([])
  for (const taken of community.server.accepted) {
    const { text = '', html = '' } = await readMail(taken)
    expect(text).toContain('Lo enciende @Urraca la Sabia cada noche.')
    expect(html).toContain('Lo enciende @Urraca la Sabia cada noche.')
    expect(text + html).not.toContain(urraca.id)
  }
})
