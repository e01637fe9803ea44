// Mails wait in an outbox until they are taken: each once, to each who wants it (DECISIONS §2, "Notifications").
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Delivery, Mail } from '../contract/notifications.ts'
import { transaction } from '../server/db/transaction.ts'
import { mailPasswordChange } from '../server/mail/security.ts'
import { done, foundCommunity, seconds } from './support/community.ts'
import { admitMany, broadcast, deliveriesOf, mailedCommunities, people, reasonsOf } from './support/mail-box.ts'
import { readMail } from './support/smtp.ts'

const { closing, found } = mailedCommunities()
const uuid = '0190a3a0-0000-7000-8000-000000000001'

/** All pages of a list, one after the other. */
async function readAll<T>(by: { get: <A>(path: string) => Promise<{ headers: Headers; body: A }> }, path: string) {
  const items: T[] = []
  for (let page: string | undefined = path; page; ) {
    const { headers, body }: { headers: Headers; body: T[] } = await by.get<T[]>(page)
    items.push(...body)
    page = /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  return items
}

describe('a broadcast', () => {
  test('goes to those who want it, or to all, as paragraphs, and nothing in it is a link elsewhere', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    done(await ana.put('/notifications/preferences', { admin_notifications: false }))
    const message = 'Uno: https://otra.example/x\n\n<img src=x onerror=alert(1)>\ndos'
    done(await broadcast(community, { message }))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    const { html = '', text } = await readMail(community.server.taken[0] ?? { raw: '' })
    expect(text).toContain(message)
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;<br>dos</p>')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('href="https://otra')
    done(await broadcast(community, { include_unsubscribed: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Ana', 'Hipatia', 'Hipatia']))
  })

  test('passes over whoever unsubscribed, was deactivated or deleted before it went out', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    const carmen = await community.signIn('Carmen')
    done(await broadcast(community))
    done(await ana.put('/notifications/preferences', { admin_notifications: false }))
    done(await community.hipatia.put(`/auth/users/${bruno.id}`, { is_active: false }))
    done(await community.hipatia.delete(`/auth/users/${carmen.id}`))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    const failed = (await reasonsOf(community)).filter((reason) => reason !== null).toSorted()
    expect(failed).toEqual([
      'La cuenta ya no está activa',
      'La cuenta ya no está activa',
      'Se dio de baja antes de salir',
    ])
  })

  test('counts those as skipped, not as failed, and has nothing to try again for them', async () => {
    const community = await found()
    const { hipatia, server } = community
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    const zoe = await community.signIn('Zoé')
    server.behaviour.recipient = (address) =>
      address.startsWith('bruno') ? { code: 550, text: 'no existe' } : undefined
    const sent = done(await broadcast(community, { client_id: uuid }))
    done(await ana.put('/notifications/preferences', { admin_notifications: false }))
    done(await hipatia.put(`/auth/users/${zoe.id}`, { is_active: false }))
    await community.deliversMail()
    const counts = { queued: 0, sent: 1, failed: 1, skipped: 2 }
    expect(done(await hipatia.get('/notifications/admin/outbox'))).toEqual({ ...counts, held: null })
    const [mail] = done(await hipatia.get<Mail[]>('/notifications/admin/mails'))
    expect(mail).toMatchObject(counts)
    const first = await hipatia.get<Delivery[]>(`/notifications/admin/mails/${mail?.id}/deliveries`)
    expect(first.headers.get('x-total-count')).toBe('4')
    expect(done(first).map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['Bruno', 'failed', 'El servidor de correo no aceptó el mensaje: 550 no existe'],
      ['Ana', 'skipped', 'Se dio de baja antes de salir'],
      ['Zoé', 'skipped', 'La cuenta ya no está activa'],
      ['Hipatia', 'sent', null],
    ])
    const rest = await readAll<Delivery>(hipatia, `/notifications/admin/mails/${mail?.id}/deliveries?limit=1`)
    expect(rest.map(({ name }) => name)).toEqual(['Bruno', 'Ana', 'Zoé', 'Hipatia'])

    expect(done(await broadcast(community, { client_id: uuid })), 'sent again, it was for as many').toEqual(sent)
    done(await ana.put('/notifications/preferences', { admin_notifications: true }))
    done(await hipatia.delete(`/auth/users/${bruno.id}`))
    const retried = done(await hipatia.post<Mail>(`/notifications/admin/mails/${mail?.id}/retry`))
    expect(retried).toMatchObject({ queued: 1, sent: 1, failed: 0, skipped: 2 })
    await community.deliversMail()
    expect(server.recipients()).toEqual(people(['Hipatia']))
    const after = done(await hipatia.get<Mail[]>('/notifications/admin/mails'))
    expect(after).toMatchObject([{ queued: 0, sent: 1, failed: 0, skipped: 3 }])
  })

  test('of a transaction that fails is none', async () => {
    const community = await found()
    const failing = transaction(community.db, async (tx) => {
      await mailPasswordChange(community.services, tx, community.hipatia)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await deliveriesOf(community.db)).toEqual([])
  })
})

test('that a password changed is mailed whatever one wants, and can’t be unsubscribed from', async () => {
  const community = await found()
  const ana = await community.signIn('Ana')
  done(await ana.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  await transaction(community.db, (tx) => mailPasswordChange(community.services, tx, ana))
  await community.deliversMail()
  const [taken] = community.server.taken
  expect(taken?.to).toEqual(people(['Ana']))
  const { subject, text } = await readMail(taken ?? { raw: '' })
  expect(subject).toBe('Tu contraseña de Alejandría ha cambiado')
  expect(text).toContain('Tu contraseña se ha cambiado')
  expect(taken?.raw).not.toMatch(/unsubscribe/i)
})

test('a mail that tells of a password, or tries the mail out, doesn’t wait for a broadcast', async () => {
  const community = await found()
  const { server, db } = community
  await admitMany(db, 'Socia', 20)
  done(await broadcast(community))
  community.passes(seconds(5))
  const ana = await community.signIn('Ana')
  await transaction(db, (tx) => mailPasswordChange(community.services, tx, ana))
  done(await community.hipatia.get('/notifications/test/new-post'))
  await community.deliversMail()
  expect(server.recipients().slice(0, 2)).toEqual(people(['Ana', 'Hipatia']))
  expect(server.taken).toHaveLength(23)
})

test('the mail that tries it out looks like that of a new post, and says that it is none', async () => {
  const community = await found()
  done(await community.hipatia.get('/notifications/test/new-post'))
  await community.deliversMail()
  const { subject, text } = await readMail(community.server.taken[0] ?? { raw: '' })
  expect(subject).toBe('Prueba: así se anuncia un post nuevo')
  for (const words of [
    'Este correo es una prueba.',
    'Hipatia ha publicado un post:',
    'Un título de ejemplo',
    'Leer el post: https://alejandria.example/blog',
  ])
    expect(text).toContain(words)
})

test('of somebody who was deleted no address stays in what the mail server said', async () => {
  const community = await found()
  const ana = await community.signIn('Ana')
  community.server.behaviour.recipient = (address) => ({ code: 550, text: `5.1.1 <${address}>: no existe` })
  await transaction(community.db, (tx) => mailPasswordChange(community.services, tx, ana))
  await community.deliversMail()
  done(await community.hipatia.delete(`/auth/users/${ana.id}`))
  expect(await reasonsOf(community)).toEqual(['El servidor de correo no aceptó el mensaje: 550 5.1.1 <…>: no existe'])
  expect(JSON.stringify(await community.everything())).not.toContain('ana@')
})

test('without a mail server each mail is a file, which a second attempt writes over', async () => {
  const community = await foundCommunity()
  closing.push(community.close)
  await community.signIn('Ana')
  done(await broadcast(community))
  await community.deliversMail()
  await community.db.updateTable('deliveries').set({ state: 'queued', due_at: community.clock.now }).execute()
  await community.deliversMail()
  const folder = join(community.dataDir, 'outbox')
  const rows = await deliveriesOf(community.db)
  expect(readdirSync(folder).toSorted()).toEqual(rows.map(({ id }) => `${id}.eml`).toSorted())
  for (const { id, email } of rows) {
    const mail = await readMail({ raw: readFileSync(join(folder, `${id}.eml`), 'utf8') })
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect(mail.messageId).toBe(`<${id}@alejandria.example>`)
    expect(mail.text).toContain('El jueves.')
  }
})

test('nothing of a mail’s words is written to the log', async () => {
  const community = await found()
  community.server.behaviour.recipient = () => ({ code: 451, text: 'luego' })
  done(await broadcast(community, { subject: 'Palabra-secreta', message: 'Otra-secreta' }))
  await community.deliversMail()
  expect(community.logText()).toContain('a mail was refused')
  expect(community.logText()).not.toMatch(/-secreta|@alejandria\.example/)
})
