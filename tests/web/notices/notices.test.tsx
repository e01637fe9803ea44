// The bell, the page of notices and broadcasts; with several people: tests/e2e/notices.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { type Notice, notices } from '../../../contract/notices/notices.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { connect, happens } from '../../support/web/live.ts'
import { earlier, hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { item, newsOf } from '../news/news.ts'

const main = page.getByRole('main')
const items = main.getByRole('listitem')
const wayWith = (words: string) => items.filter({ hasText: words }).getByRole('link')
const heading = main.getByRole('heading', { level: 1, name: 'Avisos' })
const bell = page
  .getByRole('banner')
  .first()
  .getByRole('link', { name: /^Avisos/ })
const markAll = page.getByRole('button', { name: 'Marcar todo como leído' })
const dialog = page.getByRole('dialog')
const expectUnread = (count: number) =>
  expect.element(bell).toHaveAccessibleName(count === 0 ? 'Avisos' : `Avisos, ${count} sin leer`)

/** A comment of Hipatia that Safo hasn't read, with these differences. */
const notice = (n: number, changes: Partial<Notice> = {}): Notice => ({
  id: idOf(n),
  kind: 'comment',
  subject: { kind: 'post', id: idOf(50 + n) },
  at: earlier,
  is_read: false,
  actor_id: hipatia.id,
  actor_name: 'Hipatia',
  others: 0,
  title: 'La caza',
  excerpt: null,
  emoji: null,
  path: '/news',
  ...changes,
})
const listed = (...all: Notice[]) =>
  answer(notices.list, all, { headers: { 'x-unread': `${all.filter(({ is_read }) => !is_read).length}` } })
const read = (...all: Notice[]) => all.map((one) => ({ ...one, is_read: true }))

test.each(['desktop', 'phone'] as const)('each notice says what happened, and leads there (%s)', async (screen) => {
  const message = { subject: { kind: 'message', id: idOf(70) }, title: null } as const
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00.000Z') })
  const today = { at: '2026-03-10T11:00:00.000Z' }
  const yesterday = { at: '2026-03-09T11:00:00.000Z' }
  const all = [
    notice(1, { ...today, ...message, kind: 'reaction', emoji: '❤️', excerpt: '¿Quién viene?' }),
    notice(2, { ...today, kind: 'reaction', emoji: '🙏', others: 1 }),
    notice(3, { ...today, ...message, kind: 'mention', excerpt: '¿Y tú, @Safo?' }),
    notice(4, { ...yesterday, ...message, kind: 'answer' }),
    notice(5, { ...yesterday, kind: 'mention', title: 'El faro' }),
    notice(6, { at: '2025-02-11T10:00:00.000Z', kind: 'answer', subject: { kind: 'comment', id: idOf(71) } }),
    notice(7, { at: '2025-02-11T09:00:00.000Z', others: 2, is_read: true }),
  ]
  await openPage('/notices', { screen, answers: [listed(...all), ...newsOf().answers] })
  const lines = [
    'Sin leer: Hipatia reaccionó con ❤️ a tu mensaje en el chat',
    'Sin leer: Hipatia y otra persona reaccionaron con 🙏 a tu post «La caza»',
    'Sin leer: Hipatia te nombró en el chat',
    'Sin leer: Hipatia contestó a tu mensaje en el chat',
    'Sin leer: Hipatia te nombró en «El faro»',
    'Sin leer: Hipatia contestó a tu comentario en «La caza»',
    'Hipatia y 2 más comentaron en «La caza»',
  ]
  for (const [place, line] of lines.entries())
    await expect.element(items.nth(place).getByRole('link')).toHaveAccessibleName(line)
  expect(items.elements()).toHaveLength(lines.length)
  await expect.element(items.nth(0)).toMatchTextContent('¿Quién viene?')
  await expect.element(items.nth(2)).toMatchTextContent('¿Y tú, @Safo?')
  expect(textsOf(main.getByRole('heading', { level: 2 }))).toEqual(['Hoy', 'Ayer', '11 de febrero de 2025'])
  expect(main.getByRole('region', { name: 'Ayer' }).getByRole('listitem').elements()).toHaveLength(2)
  for (const row of items.elements()) expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expectUnread(6)
  expect(bell.element().querySelector('[data-short]')).toHaveAttribute('data-short', '6')
  await expect.element(bell).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => document.title).toMatch(/^Avisos/)
  await expectAccessible('the page of notices')

  nowAnswer(answer(notices.read, { unread: 5 }))
  await wayWith('te nombró en «El faro»').click()
  await expect.element(main.getByRole('heading', { level: 1, name: 'Noticias' })).toBeVisible()
  await expect.poll(() => sentTo(notices.read)).toEqual([{ ids: [idOf(5)] }])
  await expectUnread(5)
})

test('‘Marcar todo como leído’ marks up to the newest, and the keyboard isn’t lost; a failure is told', async () => {
  const all = [notice(3, { title: 'Tres' }), notice(2, { title: 'Dos' }), notice(1, { title: 'Uno', is_read: true })]
  await openPage('/notices', { answers: [listed(...all), refuse(notices.read, 500)] })
  await markAll.click()
  await expect.element(page.getByText('No se pudo marcar como leído. Inténtalo de nuevo.').first()).toBeVisible()
  await expect.element(wayWith('Dos')).toHaveAccessibleName('Sin leer: Hipatia comentó en «Dos»')
  await expectUnread(2)
  nowAnswer(listed(...read(...all)), answer(notices.read, { unread: 0 }))
  markAll.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(markAll).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
  await expectUnread(0)
  await expect.element(wayWith('Dos')).toHaveAccessibleName('Hipatia comentó en «Dos»')
  await expect.poll(() => sentTo(notices.read)).toEqual([{ all_until: idOf(3) }, { all_until: idOf(3) }])
})

test('what comes, is read elsewhere and is deleted changes the bell and the page while they are open', async () => {
  await openPage('/notices', { answers: [listed()] })
  await connect()
  await expect.element(main.getByText(/^Todavía no tienes avisos\./)).toBeVisible()
  for (const [all, unread] of [
    [[notice(2, { title: 'Dos' }), notice(1, { title: 'Uno' })], 2],
    [[notice(2, { title: 'Dos' }), ...read(notice(1, { title: 'Uno' }))], 1],
    [read(notice(1, { title: 'Uno' })), 0],
  ] as const) {
    nowAnswer(listed(...all))
    happens('notices_changed', { unread })
    await expectUnread(unread)
    await expect.poll(() => items.elements().length).toBe(all.length)
    for (const { title, is_read } of all)
      await expect
        .element(wayWith(`${title}`))
        .toHaveAccessibleName(`${is_read ? '' : 'Sin leer: '}Hipatia comentó en «${title}»`)
  }
})

test('notices about a news item are read where it is opened, also those that come then', async () => {
  const answers = [...newsOf(item).answers, listed(notice(1)), answer(notices.read, { unread: 0 })]
  await openPage(`/news#noticia-${item.id}`, { answers })
  await expect.poll(() => sentTo(notices.read)).toEqual([{ subject: item.id }])
  await expectUnread(0)
  await connect()
  happens('notices_changed', { unread: 1 })
  await expect.poll(() => sentTo(notices.read)).toHaveLength(2)
})

test('a broadcast is read on its own, asked for again after a failure, and closed with Escape; one that is gone says so', async () => {
  const sent = notice(1, { kind: 'broadcast', title: 'Cena el lunes', path: `/notices?aviso=${idOf(60)}` })
  const answers = [listed(sent), refuse(notices.broadcast, 500), answer(notices.read, { unread: 0 })]
  await openPage('/notices', { answers })
  await wayWith('Cena el lunes').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Error al cargar el mensaje')
  await expectAccessible('a broadcast that failed')
  nowAnswer(answer(notices.broadcast, { subject: 'Cena el lunes', message: 'A las ocho.\nTraed pan.' }))
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(dialog).toMatchTextContent('A las ocho.')
  await expect.element(dialog).toHaveAccessibleName('Cena el lunes')
  await expectAccessible('the text of a broadcast')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectUnread(0)
  expect(location.pathname + location.search).toBe('/notices')
  await openPage(`/notices?aviso=${idOf(61)}`, { answers: [listed(), refuse(notices.broadcast, 404)] })
  await expect.element(dialog).toMatchTextContent('Este mensaje ya no está.')
})

test.each(['desktop', 'phone'] as const)('who has none sees that calmly, after a failure too (%s)', async (screen) => {
  await openPage('/notices', { screen, answers: [refuse(notices.list, 500)] })
  await expect.element(main.getByRole('alert')).toMatchTextContent('Error al cargar los avisos')
  nowAnswer(listed())
  await main.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(main.getByText(/^Todavía no tienes avisos\./)).toBeVisible()
  await expect.element(markAll).not.toBeInTheDocument()
  await expectAccessible('no notices')
})

test('the icon of the app counts what the bell counts, keeps its count until that is known, and counts nothing after signing out', async () => {
  const badges: number[] = []
  Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) })
  await openPage('/home', { answers: [listed(notice(1)), answer(auth.logout, undefined)] })
  await expect.poll(() => badges).toEqual([1])
  await connect()
  happens('notices_changed', { unread: 2 })
  await expect.poll(() => badges).toEqual([1, 2])
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect.poll(() => badges.at(-1)).toBe(0)
  Reflect.deleteProperty(navigator, 'setAppBadge')
})
