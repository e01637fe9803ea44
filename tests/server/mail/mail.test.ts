// @databases both
// Mails are queued and sent once to each subscriber (DECISIONS §2, "Notifications").
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Delivery, Mail } from '../../../contract/mail.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { mailPasswordChange } from '../../../server/mail/security-mails.ts'
import { communityOfThisTest, expectDone, pagesOf, seconds } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import {
  addressesOf,
  insertUsers,
  listDeliveries,
  listReasons,
  mailCommunityOfThisFile,
  sendBroadcast,
  withPassword,
} from '../../support/server/mailbox.ts'
import { readMail } from '../../support/server/smtp-server.ts'

const community = await mailCommunityOfThisFile()
const { hipatia, signIn, signInAll, db, services, server, deliverMail } = community
const uuid = '0190a3a0-0000-7000-8000-000000000001'

describe('a broadcast', () => {
  test('is mailed in paragraphs, without links to other sites', async () => {
    const message = 'Uno: https://otra.example/x\n\n<img src=x onerror=alert(1)>\ndos'
    expectDone(await sendBroadcast(community, { message }))
    await deliverMail()
    expect(server.recipients()).toEqual(addressesOf(['Hipatia']))
    const { html = '', text } = await readMail(server.accepted[0] ?? { raw: '' })
    expect(text).toContain(message)
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;<br>dos</p>')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('href="https://otra')
  })

  test('skips people who unsubscribed or were deactivated or deleted before it went out, and does not retry them', async () => {
    const [ana, bruno, zoe] = await signInAll('Ana', 'Bruno', 'Zoé')
    server.answers.recipient = (address) => (address.startsWith('bruno') ? { code: 550, text: 'no existe' } : undefined)
    const sent = expectDone(await sendBroadcast(community, { client_id: uuid }))
    expectDone(await ana.put('/notifications/preferences', { admin_notifications: false }))
    expectDone(await hipatia.put(`/auth/users/${zoe.id}`, { is_active: false }))
    await deliverMail()
    const counts = { queued: 0, sent: 1, saved: 0, failed: 1, skipped: 2 }
    const status = expectDone(await hipatia.get('/notifications/admin/outbox'))
    expect(status).toEqual({ ...counts, held: null, is_set: true })
    const [mail] = expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails'))
    expect(mail).toMatchObject(counts)
    const list = `/notifications/admin/mails/${mail?.id}/deliveries`
    const pages = await pagesOf<Delivery>(hipatia, `${list}?limit=1`)
    expect(pages[0]?.total).toBe(4)
    expect(pages.flatMap(({ body }) => body.map(({ name, state, reason }) => [name, state, reason]))).toEqual([
      ['Bruno', 'failed', 'El servidor de correo no aceptó el mensaje: 550 no existe'],
      ['Ana', 'skipped', 'Se dio de baja antes de salir'],
      ['Zoé', 'skipped', 'La cuenta ya no está activa'],
      ['Hipatia', 'sent', null],
    ])

    const again = expectDone(await sendBroadcast(community, { client_id: uuid }))
    expect(again, 'sent again, it was for as many').toEqual(sent)
    expectDone(await ana.put('/notifications/preferences', { admin_notifications: true }))
    expectDone(await hipatia.delete(`/auth/users/${bruno.id}`))
    const retried = expectDone(await hipatia.post<Mail>(`/notifications/admin/mails/${mail?.id}/retry`))
    expect(retried).toMatchObject({ queued: 1, sent: 1, failed: 0, skipped: 2 })
    await deliverMail()
    expect(server.recipients()).toEqual(addressesOf(['Hipatia']))
    const after = expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails'))
    expect(after).toMatchObject([{ queued: 0, sent: 1, failed: 0, skipped: 3 }])
    expect((await listReasons(community)).filter((reason) => reason === 'La cuenta ya no está activa')).toHaveLength(2)
  })

  test('is not queued if its transaction fails', async () => {
    const failing = transaction(db, async (tx) => {
      await mailPasswordChange(services, tx, withPassword(hipatia))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await listDeliveries(db)).toEqual([])
  })
})

test('mails of a changed password and test mails are sent before a waiting broadcast, whatever the preferences', async () => {
  await insertUsers(db, 'Socia', 20)
  expectDone(await sendBroadcast(community))
  community.advanceClock(seconds(5))
  const ana = await signIn('Ana')
  expectDone(await ana.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  await transaction(db, (tx) => mailPasswordChange(services, tx, withPassword(ana)))
  expectDone(await hipatia.get('/notifications/test/new-post'))
  await deliverMail()
  expect(server.recipients().slice(0, 2)).toEqual(addressesOf(['Ana', 'Hipatia']))
  expect(server.accepted).toHaveLength(23)
  const [security, tested] = server.accepted
  expect(security?.raw).not.toMatch(/unsubscribe/i)
  const example = [
    'Hipatia ha publicado un post:',
    'Un título de ejemplo',
    'Leer el post: https://alejandria.example/blog',
  ]
  for (const [mail, expected, ...words] of [
    [security, 'Tu contraseña de Alejandría ha cambiado', 'Tu contraseña se ha cambiado'],
    [tested, 'Prueba: así se anuncia un post nuevo', 'Este correo es una prueba.', ...example],
  ] as const) {
    const { subject, text } = await readMail(mail ?? { raw: '' })
    expect(subject).toBe(expected)
    for (const word of words) expect(text).toContain(word)
  }
})

test('a recipient’s address is removed from the stored answer of the mail server, in any case', async () => {
  const ana = await signIn('Ana')
  server.answers.recipient = (address) => ({ code: 550, text: `<${address}> no existe: ${address.toUpperCase()}` })
  await transaction(db, (tx) => mailPasswordChange(services, tx, withPassword(ana)))
  await deliverMail()
  expectDone(await hipatia.delete(`/auth/users/${ana.id}`))
  expect(await listReasons(community)).toEqual(['El servidor de correo no aceptó el mensaje: 550 <…> no existe: …'])
  expect(JSON.stringify(await community.readAllTables())).not.toContain('ana@')
})

test('without a mail server each email is a file, which a second attempt replaces', async () => {
  const community = await communityOfThisTest()
  await community.signIn('Ana')
  expectDone(await sendBroadcast(community))
  await community.deliverMail()
  await changeRows(community.db, 'deliveries', { state: 'queued', due_at: community.clock.now })
  await community.deliverMail()
  const folder = join(community.dataDir, 'outbox')
  const rows = await listDeliveries(community.db)
  expect(readdirSync(folder).toSorted()).toEqual(rows.map(({ id }) => `${id}.eml`).toSorted())
  for (const { id, email } of rows) {
    const mail = await readMail({ raw: readFileSync(join(folder, `${id}.eml`), 'utf8') })
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect(mail.messageId).toBe(`<${id}@alejandria.example>`)
    expect(mail.text).toContain('El jueves.')
  }
})

test('no text of a mail is written to the log', async () => {
  server.answers.recipient = () => ({ code: 451, text: 'luego' })
  expectDone(await sendBroadcast(community, { subject: 'Palabra-secreta', message: 'Otra-secreta' }))
  await deliverMail()
  expect(community.logText()).toContain('a mail was refused')
  expect(community.logText()).not.toMatch(/-secreta|@alejandria\.example/)
})
