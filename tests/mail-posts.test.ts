// The mail of a post goes out once, when it is published for the first time (DECISIONS §2, "Notifications").
import { describe, expect, test } from 'vitest'
import { transaction } from '../server/db/transaction.ts'
import { retryFailed } from '../server/mail/outbox.ts'
import { done } from './support/community.ts'
import { countStates, mailedCommunities, people, reasonsOf } from './support/mail-box.ts'
import { headerOf, readMail } from './support/smtp.ts'

const { found } = mailedCommunities()

describe('the first publication of a post', () => {
  test('is mailed to whoever wants it, each by name and alone, and not to its author', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    await community.signIn('Carmen')
    done(await bruno.put('/notifications/preferences', { new_posts: false }))
    const post = await ana.writes({ title: 'Los <b>faros</b> & «las» luces', content: 'Alumbran. '.repeat(60) })
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Carmen', 'Hipatia']))
    for (const taken of community.server.taken) {
      const { to = [], cc, bcc, subject, text = '', html = '' } = await readMail(taken)
      expect([to.length, cc ?? [], bcc ?? []]).toEqual([1, [], []])
      expect(taken.to).toEqual([to[0]?.address])
      expect(subject).toBe('Nuevo post: Los <b>faros</b> & «las» luces')
      expect(text).toContain(`Hola, ${to[0]?.name}:`)
      expect(text).toContain('Ana ha publicado un post:')
      expect(text).toContain(`Leer el post: https://alejandria.example/blog/${post.id}`)
      expect(html).toContain('Los &#60;b&#62;faros&#60;/b&#62; &#38; «las» luces')
      expect(html).not.toContain('<b>')
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect(link).toMatch(/^https:\/\/alejandria\.example(\/|$)/)
      expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    }
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
  })

  test('is its author’s, also when an admin publishes the draft', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    await community.signIn('Bruno')
    const draft = await ana.drafts({ title: 'Las sirenas' })
    done(await community.hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Bruno', 'Hipatia']))
    for (const taken of community.server.taken)
      expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
  })

  test('is its author’s, also when they are gone by then: under their name, and to whoever publishes it as well', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    await community.signIn('Bruno')
    const draft = await ana.drafts({ title: 'Las sirenas' })
    done(await community.hipatia.delete(`/auth/users/${ana.id}`))
    done(await community.hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Bruno', 'Hipatia']))
    for (const taken of community.server.taken)
      expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
  })

  test('is mailed once: not when it is taken back and published again, nor when it is edited', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const draft = await ana.drafts()
    await community.deliversMail()
    expect(community.server.heard).toEqual([])
    for (const is_published of [true, false, true]) done(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    done(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    for (const is_published of [false, true]) done(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliversMail()
    expect(community.server.heard).toHaveLength(1)
  })

  test('that was taken back before its mail was out reaches whoever hadn’t got it once it is published again', async () => {
    const community = await found()
    const { server } = community
    const ana = await community.signIn('Ana')
    for (const name of ['Bruno', 'Carmen']) await community.signIn(name)
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
    server.behaviour.letter = () => {
      resolve()
      return answered
    }
    const post = await ana.writes({ title: 'Las sirenas' })
    const first = community.deliversMail()
    await asked
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    answer(undefined)
    await first
    expect(server.taken).toHaveLength(1)
    expect((await reasonsOf(community)).filter((reason) => reason === 'El post ya no está publicado')).toHaveLength(2)
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(server.recipients().toSorted()).toEqual(people(['Bruno', 'Carmen', 'Hipatia']))
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 3, failed: 0, skipped: 0 })
  })

  test('says nothing of what became a draft again or was deleted meanwhile, though the mail is retried', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Un secreto' })
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    const { id } = await community.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(community.db, (tx) => retryFailed(community.services, tx, id))
    await community.deliversMail()
    const other = await ana.writes({ title: 'Otro' })
    done(await ana.delete(`/posts/${other.id}`))
    await community.deliversMail()
    expect(community.server.heard).toEqual([])
    expect(await reasonsOf(community)).toEqual(['El post ya no está publicado', 'El post ya no está publicado'])
  })

  test('says nothing of it either when what had failed before is tried again', async () => {
    const community = await found()
    const { server } = community
    const ana = await community.signIn('Ana')
    server.behaviour.recipient = () => ({ code: 550, text: 'no existe' })
    const post = await ana.writes({ title: 'Un secreto' })
    await community.deliversMail()
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 0, failed: 1, skipped: 0 })
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    server.behaviour.recipient = undefined
    const { id } = await community.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(community.db, (tx) => retryFailed(community.services, tx, id))
    await community.deliversMail()
    expect(server.recipients()).toEqual([])
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 0, failed: 0, skipped: 1 })
    expect(await reasonsOf(community)).toEqual(['El post ya no está publicado'])
  })

  test('shows it as it is when the letter goes out', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Con errata', content: 'El secreto de Zoé.' })
    done(await ana.put(`/posts/${post.id}`, { title: 'Sin errata', content: 'Nada.' }))
    await community.deliversMail()
    const [taken] = community.server.taken
    expect(taken?.raw).not.toMatch(/secreto|errata: Con|Con errata/)
    expect((await readMail(taken ?? { raw: '' })).text).toContain('Sin errata')
  })
})
