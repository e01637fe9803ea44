// The mail of a post is sent once, when it is published for the first time (DECISIONS §2, "Notifications").
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.ts'
import { requeueFailed } from '../../../server/mail/queue.ts'
import { expectDone } from '../../support/server/community.ts'
import { rowOf } from '../../support/server/database/rows.ts'
import { addressesOf, countStates, listReasons, mailCommunityOfThisFile } from '../../support/server/mailbox.ts'
import { headerOf, readMail } from '../../support/server/smtp-server.ts'

const community = await mailCommunityOfThisFile()
const { hipatia, signIn, signInAll, db, services, server, deliverMail } = community

describe('the mail of a new post', () => {
  test('goes to every subscriber, each by name and separately, and not to its author', async () => {
    const [ana, bruno] = await signInAll('Ana', 'Bruno', 'Carmen')
    expectDone(await bruno.put('/notifications/preferences', { new_posts: false }))
    const post = await ana.writes({
      title: `Los <b>faros</b> & «las» "luces" d'aquí`,
      content: `![De noche](file:${'a'.repeat(32)}) ![IMG_2034.jpg](file:${'a'.repeat(32)}) ${'Alumbran. '.repeat(60)}`,
    })
    await deliverMail()
    expect(server.recipients().toSorted()).toEqual(addressesOf(['Carmen', 'Hipatia']))
    for (const taken of server.accepted) {
      const { to = [], cc, bcc, subject, text = '', html = '' } = await readMail(taken)
      expect([to.length, cc ?? [], bcc ?? []]).toEqual([1, [], []])
      expect(taken.to).toEqual([to[0]?.address])
      expect(subject).toBe(`Nuevo post: Los <b>faros</b> & «las» "luces" d'aquí`)
      expect(text).toContain(`Hola, ${to[0]?.name}:`)
      expect(text).toContain('Ana ha publicado un post:')
      expect(text).toContain(`Leer el post: https://alejandria.example/blog/${post.id}`)
      expect(html).toContain('Los &#60;b&#62;faros&#60;/b&#62; &#38; «las» &#34;luces&#34; d&#39;aquí')
      for (const part of [text, html]) expect(part).toContain('De noche foto Alumbran. Alumbran.')
      expect(html).not.toMatch(/<(b|img)\b/)
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect(link).toMatch(/^https:\/\/alejandria\.example(\/|$)/)
      expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    }
    expect(await countStates(db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
  })

  test.each([false, true])(
    'names the author when an admin publishes the draft (author deleted: %s)',
    async (isDeleted) => {
      const ana = await signIn('Ana')
      await signIn('Bruno')
      const draft = await ana.drafts({ title: 'Las sirenas' })
      if (isDeleted) expectDone(await hipatia.delete(`/auth/users/${ana.id}`))
      await hipatia.publishes(draft)
      await deliverMail()
      expect(server.recipients().toSorted()).toEqual(addressesOf(['Bruno', 'Hipatia']))
      for (const taken of server.accepted) expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
    },
  )

  test('goes out once, with the post and the names in it as they are then, not again after an edit or another publication', async () => {
    const ana = await signIn('Ana')
    const urraca = await hipatia.createsAccount('Urraca')
    const draft = await ana.drafts({ title: 'Con errata', content: 'El secreto de Zoé.' })
    await deliverMail()
    expect(server.received).toEqual([])
    for (const isPublished of [true, false, true]) await ana.publishes(draft, isPublished)
    const text = { title: 'Sin errata', content: `Lo enciende **@[Urraca](${urraca.id})** cada noche.` }
    expectDone(await ana.put(`/posts/${draft.id}`, text))
    expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))
    await deliverMail()
    expect(server.recipients().toSorted()).toEqual(addressesOf(['Hipatia', 'Urraca']))
    for (const taken of server.accepted) {
      const { subject, text = '', html = '' } = await readMail(taken)
      expect(subject).toBe('Nuevo post: Sin errata')
      for (const shown of [text, html]) {
        expect(shown).toContain('Lo enciende @Urraca la Sabia cada noche.')
        expect(shown).not.toMatch(new RegExp(`secreto|Con errata|${urraca.id}`))
      }
    }
    expectDone(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    for (const isPublished of [false, true]) await ana.publishes(draft, isPublished)
    await deliverMail()
    expect(server.received).toHaveLength(2)
  })

  test('reaches the remaining recipients when a withdrawn post is published again', async () => {
    const [ana] = await signInAll('Ana', 'Bruno', 'Carmen')
    const post = await ana.writes({ title: 'Las sirenas' })
    server.answers.content = async () => {
      server.answers.content = undefined
      await ana.publishes(post, false)
      return undefined
    }
    await deliverMail()
    expect(server.accepted).toHaveLength(1)
    expect((await listReasons(community)).filter((reason) => reason === 'El post ya no está publicado')).toHaveLength(2)
    await ana.publishes(post)
    await deliverMail()
    expect(server.recipients().toSorted()).toEqual(addressesOf(['Bruno', 'Carmen', 'Hipatia']))
    expect(await countStates(db)).toEqual({ queued: 0, sent: 3, failed: 0, skipped: 0 })
  })

  test('is skipped for a post that was withdrawn or deleted, also when failed deliveries are queued again', async () => {
    const ana = await signIn('Ana')
    server.answers.recipient = () => ({ code: 550, text: 'no existe' })
    const failed = await ana.writes()
    await deliverMail()
    server.answers.recipient = undefined
    const { id } = await rowOf(db, 'mails')
    const withdrawn = await ana.writes()
    for (const post of [failed, withdrawn]) await ana.publishes(post, false)
    expect(await countStates(db), 'at once, not when it is due').toEqual({ queued: 0, sent: 0, failed: 1, skipped: 1 })
    expectDone(await ana.delete(`/posts/${(await ana.writes()).id}`))
    await transaction(db, (tx) => requeueFailed(services, tx, id))
    await deliverMail()
    expect(server.received).toEqual([])
    expect(await countStates(db)).toEqual({ queued: 0, sent: 0, failed: 0, skipped: 3 })
    expect(await listReasons(community)).toEqual(Array(3).fill('El post ya no está publicado'))
  })
})
