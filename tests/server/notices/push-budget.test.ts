// @databases both
// What one person does rings others for a while only; afterwards it is in the bell (decision 059).
import { describe, expect, test } from 'vitest'
import { days, expectDone, minutes, type Person } from '../../support/server/community.ts'
import { insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { insertUsers } from '../../support/server/mailbox.ts'
import { naming, noticesOf, reads, unreadOf } from './bell.ts'
import { startWithPhone } from './phone.ts'

describe('a mention', () => {
  const edits = async (who: Person, { id }: { id: string }, content: string) =>
    expectDone(await who.put(`/comments/${id}`, { content }))

  test('that is taken out and put back is in the bell as it was, and doesn’t ring again', async () => {
    const { telesila, amparo, hipatia, rings, phone, shown } = await startWithPhone()
    const text = `¿Vienes, ${naming(telesila)}?`
    const comment = await amparo.comments(await hipatia.writes({ title: 'Argos' }), text)
    await rings()
    expect(shown()).toMatchObject([{ title: 'Amparo te nombra en «Argos»' }])
    for (let turn = 0; turn < 3; turn++) {
      await edits(amparo, comment, '¿Vienes?')
      await rings()
      expect([shown(), await noticesOf(telesila), await unreadOf(telesila)]).toEqual([[], [], 0])
      await edits(amparo, comment, text)
      await rings()
      expect(await noticesOf(telesila)).toMatchObject([
        { kind: 'mention', is_read: false, excerpt: '¿Vienes, @Telesila?' },
      ])
      expect(await unreadOf(telesila)).toBe(1)
    }
    expect(phone.bodies()).toEqual(['¿Vienes, @Telesila?', 'retirado'])
    await reads(telesila, { subject: comment.post_id })
    await edits(amparo, comment, '¿Vienes?')
    await edits(amparo, comment, text)
    expect(await noticesOf(telesila)).toMatchObject([{ kind: 'mention', is_read: true }])
  })

  test('of one author rings a person three times an hour, also after its text was deleted; the others are in the bell', async () => {
    const { telesila, amparo, hipatia, rings, phone, advanceClock } = await startWithPhone()
    const post = await hipatia.writes()
    const names = async (who: Person, text: string) => {
      const comment = await who.comments(post, `${text}, ${naming(telesila)}`)
      await rings()
      return comment
    }
    for (const text of ['Una', 'Dos', 'Tres'])
      expectDone(await amparo.delete(`/comments/${(await names(amparo, text)).id}`))
    await rings()
    const rung = () => phone.bodies().filter((body) => body !== 'retirado')
    expect(rung()).toEqual(['Una, @Telesila', 'Dos, @Telesila', 'Tres, @Telesila'])
    await names(amparo, 'Cuatro')
    await names(hipatia, 'Otra')
    expect(rung().slice(3)).toEqual(['Otra, @Telesila'])
    expect(await noticesOf(telesila)).toMatchObject([{ actor_name: 'Hipatia', others: 1 }])
    advanceClock(minutes(60))
    await names(amparo, 'Cinco')
    expect(rung().slice(4)).toEqual(['Cinco, @Telesila'])
  })
})

test('what one author does rings a hundred people’s devices an hour; the others see it in the bell, and broadcasts reach all', async () => {
  const { db, signIn, amparo, hipatia, clock, countPushes, advanceClock } = await startWithPhone()
  const post = await hipatia.writes()
  const followers = await insertUsers(db, 'Socia', 120)
  const moments = { created_at: clock.now, last_seen_at: clock.now, expires_at: clock.now + days(7) }
  const device = { service: 'https://push.example', p256dh: '', auth: '', hides_content: 0, created_at: clock.now }
  for (const { id } of followers) {
    await insertRows(db, 'sessions', [{ ...moments, id, token_hash: id, user_id: id }])
    await insertRows(db, 'push_subscriptions', [{ ...device, id, session_id: id, endpoint: id }])
    await insertRows(db, 'post_followings', [{ user_id: id, post_id: post.id, state: 'following' }])
  }
  const bells = async () => (await rowsOf(db, 'notices', { kind: 'comment' })).length
  await amparo.comments(post)
  expect([await bells(), await countPushes()]).toEqual([121, 100])
  await db.deleteFrom('pushes').execute()
  await amparo.comments(post)
  expect([await bells(), await countPushes()]).toEqual([242, 0])
  advanceClock(minutes(60))
  await amparo.comments(post)
  expect([await bells(), await countPushes()]).toEqual([363, 100])
  await db.deleteFrom('pushes').execute()
  const broadcast = { subject: 'Cena', message: 'Hoy.', include_unsubscribed: true }
  expectDone(await (await signIn('Hipatia')).post('/notifications/admin/broadcast', broadcast))
  // and Telesila's phone
  expect(await countPushes()).toBe(121)
})
