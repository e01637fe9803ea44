// @databases both
// The mail of a post is sent once, when it is published for the first time (DECISIONS §2, "Notifications").
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.ts'
import { requeueFailed } from '../../../server/mail/queue.ts'
import { expectDone } from '../../support/server/community.ts'
import { addressesOf, countStates, listReasons, mailCommunitiesOfThisFile } from '../../support/server/mailbox.ts'
import { headerOf, readMail } from '../../support/server/smtp-server.ts'

const { startMailCommunity } = mailCommunitiesOfThisFile()

describe('the mail of a new post', () => {
  test('goes to every subscriber, each by name and separately, and not to its author', async () => {
    const community = await startMailCommunity()
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    await community.signIn('Carmen')
    expectDone(await bruno.put('/notifications/preferences', { new_posts: false }))
    const post = await ana.writes({
      title: `Los <b>faros</b> & «las» "luces" d'aquí`,
      content: 'Alumbran. '.repeat(60),
    })
    await community.deliverMail()
    expect(community.server.recipients().toSorted()).toEqual(addressesOf(['Carmen', 'Hipatia']))
    for (const taken of community.server.accepted) {
      const { to = [], cc, bcc, subject, text = '', html = '' } = await readMail(taken)
      expect([to.length, cc ?? [], bcc ?? []]).toEqual([1, [], []])
      expect(taken.to).toEqual([to[0]?.address])
      expect(subject).toBe(`Nuevo post: Los <b>faros</b> & «las» "luces" d'aquí`)
      expect(text).toContain(`Hola, ${to[0]?.name}:`)
      expect(text).toContain('Ana ha publicado un post:')
      expect(text).toContain(`Leer el post: https://alejandria.example/blog/${post.id}`)
      expect(html).toContain('Los &#60;b&#62;faros&#60;/b&#62; &#38; «las» &#34;luces&#34; d&#39;aquí')
      expect(html).not.toContain('<b>')
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect(link).toMatch(/^https:\/\/alejandria\.example(\/|$)/)
      expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    }
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
  })

  test.each([false, true])(
    'names the author when an admin publishes the draft (author deleted: %s)',
    async (isDeleted) => {
      const community = await startMailCommunity()
      const ana = await community.signIn('Ana')
      await community.signIn('Bruno')
      const draft = await ana.drafts({ title: 'Las sirenas' })
      if (isDeleted) expectDone(await community.hipatia.delete(`/auth/users/${ana.id}`))
      expectDone(await community.hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))
      await community.deliverMail()
      expect(community.server.recipients().toSorted()).toEqual(addressesOf(['Bruno', 'Hipatia']))
      for (const taken of community.server.accepted)
        expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
    },
  )

  test('goes out once, not again after unpublishing and publishing, nor after an edit', async () => {
    const community = await startMailCommunity()
    const ana = await community.signIn('Ana')
    const draft = await ana.drafts()
    await community.deliverMail()
    expect(community.server.received).toEqual([])
    for (const is_published of [true, false, true])
      expectDone(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliverMail()
    expect(community.server.recipients()).toEqual(addressesOf(['Hipatia']))
    expectDone(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    for (const is_published of [false, true]) expectDone(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliverMail()
    expect(community.server.received).toHaveLength(1)
  })

  test('reaches the remaining recipients when a withdrawn post is published again', async () => {
    const community = await startMailCommunity()
    const { server } = community
    const ana = await community.signIn('Ana')
    for (const name of ['Bruno', 'Carmen']) await community.signIn(name)
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
    server.answers.content = () => {
      resolve()
      return answered
    }
    const post = await ana.writes({ title: 'Las sirenas' })
    const first = community.deliverMail()
    await asked
    expectDone(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    answer(undefined)
    await first
    expect(server.accepted).toHaveLength(1)
    expect((await listReasons(community)).filter((reason) => reason === 'El post ya no está publicado')).toHaveLength(2)
    expectDone(await ana.put(`/posts/${post.id}/publish`, { is_published: true }))
    await community.deliverMail()
    expect(server.recipients().toSorted()).toEqual(addressesOf(['Bruno', 'Carmen', 'Hipatia']))
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 3, failed: 0, skipped: 0 })
  })

  test('is skipped for a post that was withdrawn or deleted, also by a retry', async () => {
    const community = await startMailCommunity()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Un secreto' })
    expectDone(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    expect(await countStates(community.db), 'at once, not when it is due').toMatchObject({ queued: 0, skipped: 1 })
    const { id } = await community.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(community.db, (tx) => requeueFailed(community.services, tx, id))
    await community.deliverMail()
    const other = await ana.writes({ title: 'Otro' })
    expectDone(await ana.delete(`/posts/${other.id}`))
    await community.deliverMail()
    expect(community.server.received).toEqual([])
    expect(await listReasons(community)).toEqual(['El post ya no está publicado', 'El post ya no está publicado'])
  })

  test('is skipped for a withdrawn post when failed deliveries are queued again', async () => {
    const community = await startMailCommunity()
    const { server } = community
    const ana = await community.signIn('Ana')
    server.answers.recipient = () => ({ code: 550, text: 'no existe' })
    const post = await ana.writes({ title: 'Un secreto' })
    await community.deliverMail()
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 0, failed: 1, skipped: 0 })
    expectDone(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    server.answers.recipient = undefined
    const { id } = await community.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(community.db, (tx) => requeueFailed(community.services, tx, id))
    await community.deliverMail()
    expect(server.recipients()).toEqual([])
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 0, failed: 0, skipped: 1 })
    expect(await listReasons(community)).toEqual(['El post ya no está publicado'])
  })

  test('shows the post as it is at the time of sending', async () => {
    const community = await startMailCommunity()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Con errata', content: 'El secreto de Zoé.' })
    expectDone(await ana.put(`/posts/${post.id}`, { title: 'Sin errata', content: 'Nada.' }))
    await community.deliverMail()
    const [taken] = community.server.accepted
    expect(taken?.raw).not.toMatch(/secreto|errata: Con|Con errata/)
    expect((await readMail(taken ?? { raw: '' })).text).toContain('Sin errata')
  })
})
