// @databases both
// Notices on the devices of people who want it so: when, what they say, and when they are taken back (decision 059).
import { describe, expect, test } from 'vitest'
import { days, expectDone, minutes, type Person, seconds } from '../../support/server/community.ts'
import { linksOf } from '../auth/links.ts'
import { naming, reads, unreadOf } from './bell.ts'
import { startWithPhone } from './phone.ts'

const chooses = async (who: Person, changes: object) => expectDone(await who.put('/notices/settings', changes))

describe('a push message', () => {
  test('says who did what, with the beginning of the text, and leads to the place', async () => {
    const { telesila, amparo, rings, phone, shown } = await startWithPhone()
    const post = await telesila.writes({ title: 'Argos' })
    const comment = await amparo.comments(post, '¿Y **el coro**?')
    await rings()
    expect(shown()).toEqual([
      { title: 'Amparo comenta en «Argos»', body: '¿Y el coro?', path: `/blog/${post.id}#comment-${comment.id}` },
    ])
    const own = await telesila.comments(post, 'Lo paga Argos')
    await amparo.comments(post, 'Gracias', { reply_to: own.id })
    await rings()
    expect(shown()).toMatchObject([{ title: 'Amparo te contesta en «Argos»', body: 'Gracias' }])
    const other = await amparo.writes({ title: 'El faro', content: `Con ${naming(telesila)}.` })
    await rings()
    expect(shown()).toMatchObject([
      { title: 'Amparo te contesta en «Argos»' },
      { title: 'Amparo te nombra en «El faro»', body: 'Con @Telesila.', path: `/blog/${other.id}` },
    ])
    expect(phone.received.map(({ headers }) => headers.urgency)).toEqual(['normal', 'high', 'high'])
    // the icon counts the notices, not the messages
    expect(phone.received.map(({ message }) => message.unread)).toEqual([1, 2, 3])
  })

  test('comes of the chat, of broadcasts, reactions and invitations too, but of nothing that the person wants in the bell or not at all', async () => {
    const community = await startWithPhone()
    const { telesila, amparo, hipatia, openBrowserOf, rings, shown, phone } = community
    const question = await telesila.says('¿Quién trae el pan?')
    await amparo.reacts('message', question, '❤️')
    await rings()
    for (const comment of ['here', 'nothing']) {
      await chooses(telesila, { kinds: { comment } })
      await amparo.comments(await telesila.writes())
      await rings()
    }
    expect([shown(), phone.received]).toEqual([[], []])
    await chooses(telesila, { kinds: { reaction: 'push' } })
    const post = await telesila.writes({ title: 'Argos' })
    await amparo.reacts('post', post, '❤️')
    const answer = await amparo.says(`Yo, ${naming(telesila)}`, { reply_to: question.id })
    const broadcast = { subject: 'Cena', message: 'El lunes.', include_unsubscribed: true }
    expectDone(await hipatia.post('/notifications/admin/broadcast', broadcast))
    await rings()
    expect(shown()).toEqual([
      { title: 'Amparo reacciona con ❤️ a tu post «Argos»', body: '', path: `/blog/${post.id}` },
      { title: 'Amparo te contesta en el chat', body: 'Yo, @Telesila', path: `/chat?mensaje=${answer.id}` },
      { title: 'Hipatia: Cena', body: 'El lunes.', path: expect.stringMatching(/^\/notices\?aviso=/) },
    ])
    const ofAdmin = await openBrowserOf(hipatia)
    await chooses(hipatia, { kinds: { invitation: 'push' } })
    const { accept, tokenFor } = linksOf(community)
    expectDone(await accept('invitations', (await tokenFor('Praxila')).token))
    await rings()
    expect(ofAdmin.received[0]?.message).toMatchObject({ title: 'Praxila ya tiene cuenta', path: '/admin?q=Praxila' })
  })

  test('shows nothing of a draft, and none goes to those who may not read it', async () => {
    const { telesila, amparo, hipatia, openBrowserOf, rings, shown } = await startWithPhone()
    const ofAmparo = await openBrowserOf(amparo)
    const draft = await telesila.drafts({ title: 'Secreto', content: `Sobre ${naming(amparo)}` })
    await hipatia.comments(draft, `¿Lo sabe ${naming(amparo)}?`)
    await rings()
    expect(shown()).toMatchObject([{ title: 'Hipatia comenta en un borrador', body: 'Ábrelo para leerlo.' }])
    expect(ofAmparo.received).toEqual([])
    await telesila.publishes(draft)
    await rings()
    expect(ofAmparo.received).toMatchObject([{ message: { title: 'Telesila te nombra en «Secreto»' } }])
  })
})

describe('messages of the chat', () => {
  test('all reach who wants all, except the own ones; one to the person says so', async () => {
    const { telesila, amparo, rings, shown, phone } = await startWithPhone()
    await amparo.says('A nadie en concreto')
    await rings()
    expect(phone.received).toEqual([])
    await chooses(telesila, { chat: 'all' })
    await telesila.says('Mío')
    await rings()
    expect(phone.received).toEqual([])
    const said = await amparo.says('A nadie, **otra** vez')
    await rings()
    const message = { title: 'Amparo en el chat', body: 'A nadie, **otra** vez', path: `/chat?mensaje=${said.id}` }
    expect(shown()).toEqual([message])
    await amparo.says(`Hola, ${naming(telesila)}`)
    await rings()
    expect(shown()).toMatchObject([{ title: 'Amparo te nombra en el chat', body: 'Hola, @Telesila' }])
    // one message each
    expect(phone.received).toHaveLength(2)
  })
  test('ring although others follow fast, and are taken back when the chat is read, not before the last, and when they are deleted', async () => {
    const { telesila, amparo, advanceClock, deliverPushes, rings, shown } = await startWithPhone()
    await chooses(telesila, { chat: 'all' })
    const [first, second] = [await amparo.says('Una'), await amparo.says('Dos')]
    await rings()
    expectDone(await telesila.put('/chat/reading', { seq: first.seq }))
    await rings()
    expect(shown()).toMatchObject([{ body: 'Dos' }])
    expectDone(await telesila.put('/chat/reading', { seq: second.seq }))
    await rings()
    expect(shown()).toEqual([])
    const said: { id: string }[] = []
    for (const message of ['Tres', 'Cuatro', 'Cinco']) {
      said.push(await amparo.says(message))
      advanceClock(seconds(1))
    }
    await deliverPushes()
    expect(shown()).toMatchObject([{ body: 'Cinco' }])
    for (const { id } of said) expectDone(await amparo.delete(`/chat/messages/${id}`))
    await rings()
    expect(shown()).toEqual([])
  })

  test('wait during a silence, and what isn’t of the chat doesn’t', async () => {
    const { telesila, amparo, advanceClock, deliverPushes, rings, shown, clock } = await startWithPhone()
    await chooses(telesila, { silence_until: new Date(clock.now + minutes(120)).toISOString() })
    await amparo.says(`¿Vienes, ${naming(telesila)}?`)
    await amparo.comments(await telesila.writes({ title: 'Argos' }))
    await rings()
    expect(shown()).toMatchObject([{ title: 'Amparo comenta en «Argos»' }])
    advanceClock(minutes(120))
    await deliverPushes()
    expect(shown()).toHaveLength(2)
  })
})

test('what a silence would hold back for longer than eight days isn’t queued, and stays in the bell', async () => {
  const { telesila, amparo, clock, countPushes } = await startWithPhone()
  for (const [silentDays, queued] of [
    [9, 0],
    [7, 1],
  ] as const) {
    await chooses(telesila, { silence_until: new Date(clock.now + days(silentDays)).toISOString() })
    await amparo.says(`¿Vienes, ${naming(telesila)}?`)
    expect(await countPushes()).toBe(queued)
  }
  expect(await unreadOf(telesila)).toBe(2)
})

test.each([
  ['of a night', { from: '22:30', to: '08:00' }, '23:00', '08:00'],
  ['of an afternoon', { from: '14:00', to: '16:30' }, '14:00', '16:30'],
])(
  'in quiet hours %s nothing rings, and what is still unread then does at their end',
  async (_name, quiet_hours, at, end) => {
    const { telesila, amparo, advanceClock, deliverPushes, rings, shown, clock } = await startWithPhone()
    /** Until it is this hour in the community's time zone. */
    const waitsFor = (hour: string) => {
      const time = Temporal.Instant.fromEpochMilliseconds(clock.now).toZonedDateTimeISO('Europe/Madrid')
      const next = time.withPlainTime(hour)
      advanceClock((next.epochMilliseconds <= clock.now ? next.add({ days: 1 }) : next).epochMilliseconds - clock.now)
    }
    await chooses(telesila, { quiet_hours })
    waitsFor(at)
    const [one, other] = [await telesila.writes({ title: 'Uno' }), await telesila.writes({ title: 'Otro' })]
    await amparo.comments(one)
    await amparo.comments(other)
    advanceClock(minutes(29))
    await deliverPushes()
    expect(shown()).toEqual([])
    await reads(telesila, { subject: one.id })
    waitsFor(end)
    await deliverPushes()
    expect(shown()).toMatchObject([{ title: 'Amparo comenta en «Otro»' }])
    await amparo.comments(other)
    await rings()
    expect(shown()).toHaveLength(1)
  },
)

describe('what was sent or waits', () => {
  test('is taken back when it is read on another device, also while a newer one waits, and is not sent when read at once', async () => {
    const { telesila, amparo, rings, shown, phone, deliverPushes } = await startWithPhone()
    const [post, other] = [await telesila.writes(), await telesila.writes()]
    await amparo.comments(post, 'Antes')
    await amparo.comments(other)
    await deliverPushes()
    await reads(telesila, { subject: other.id })
    await rings()
    expect(shown()).toMatchObject([{ body: 'Antes' }])
    expect(phone.received).toHaveLength(1)
    await amparo.comments(post, 'Después')
    await reads(telesila, { subject: post.id })
    await rings()
    expect(shown()).toEqual([])
    const older = await amparo.comments(post, 'Por')
    await amparo.comments(post, 'Por fin')
    await rings()
    // the newer one of the thread stays
    expectDone(await amparo.delete(`/comments/${older.id}`))
    await rings()
    expect(shown()).toMatchObject([{ body: 'Por fin' }])
    await reads(telesila, { subject: post.id })
    await rings()
    expect(shown()).toEqual([])
  })

  test('is taken back with the comment, the reaction, the post, and what one may no longer see', async () => {
    const { telesila, amparo, hipatia, rings, shown } = await startWithPhone()
    await chooses(telesila, { kinds: { reaction: 'push' } })
    const own = await telesila.writes({ title: 'Uno' })
    const comment = await amparo.comments(own)
    await amparo.reacts('post', own, '❤️')
    const naked = await amparo.writes({ title: 'Dos', content: naming(telesila) })
    const gone = await amparo.writes({ title: 'Tres', content: naming(telesila) })
    await rings()
    expect(shown()).toHaveLength(4)
    const titles = () => shown().map((one) => ('title' in one ? one.title : undefined))
    expectDone(await amparo.delete(`/comments/${comment.id}`))
    await rings()
    expect(titles()).not.toContain('Amparo comenta en «Uno»')
    await amparo.takesBack('post', own, '❤️')
    await hipatia.publishes(naked, false)
    await rings()
    expect(titles()).toEqual(['Amparo te nombra en «Tres»'])
    expectDone(await amparo.delete(`/posts/${gone.id}`))
    await rings()
    expect(titles()).toEqual([])
  })

  test('of a comment that was written while its post was taken back isn’t shown', async () => {
    const { telesila, amparo, hipatia, rings, shown } = await startWithPhone()
    for (let turn = 0; turn < 20; turn++) {
      const post = await amparo.writes()
      await Promise.all([hipatia.comments(post, `¿Vienes, ${naming(telesila)}?`), amparo.publishes(post, false)])
    }
    await rings()
    expect(shown()).toEqual([])
  })

  test('doesn’t show what was edited away before it rang', async () => {
    const { telesila, amparo, rings, shown } = await startWithPhone()
    await chooses(telesila, { chat: 'all' })
    const message = await amparo.says('La clave es faro')
    expectDone(await amparo.put(`/chat/messages/${message.id}`, { message: 'Perdón, otro grupo' }))
    const comment = await amparo.comments(await telesila.writes({ title: 'Argos' }), 'La clave es faro')
    expectDone(await amparo.put(`/comments/${comment.id}`, { content: 'Perdón' }))
    await rings()
    expect(shown()).toMatchObject([
      { title: 'Amparo en el chat', body: 'Perdón, otro grupo' },
      { title: 'Amparo comenta en «Argos»', body: '' },
    ])
  })
})
