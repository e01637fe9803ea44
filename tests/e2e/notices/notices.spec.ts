// Notices: shown on all devices of a person, read where their subject is opened, chosen under the account (DECISIONS §7,
// "Avisos"). The list, failures and forms: tests/web/notices.
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Following, NoticeSettings } from '../../../contract/notices/settings.ts'
import { naming } from '../../support/browser/pages/chat.ts'
import { addComment, commentWith } from '../../support/browser/pages/comments.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, headerOf, type Locator, type Page, test } from '../../support/browser/test.ts'
import type { Person } from '../../support/browser/test-server.ts'

test.use({ serverName: 'notices' })

/** The bell, whatever it counts. */
const bell = (page: Page) => headerOf(page).getByRole('link', { name: /^Avisos/ })
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Avisos' : `Avisos, ${count} sin leer`)
const notices = (page: Page) => page.getByRole('main').getByRole('listitem')
const noticeWith = (page: Page, words: string) => notices(page).filter({ hasText: words })
const wayTo = (notice: Locator) => notice.getByRole('link')
const unreadOf = async ({ call }: Person) =>
  (await call<{ is_read: boolean }[]>('GET', '/notices')).filter(({ is_read }) => !is_read).length

test('the bell on both devices of Telesila counts what Ana does, and leads there', async ({ server, openAs }) => {
  const [telesila, ana] = [await server.person('Telesila'), await server.person('Ana')]
  const [post, other] = [
    await telesila.createPost({ title: 'Los versos' }),
    await telesila.createPost({ title: 'Otro' }),
  ]
  const [phone, desktop] = [
    await openAs('Telesila', '/home', { screen: 'phone' }),
    await openAs('Telesila', '/notices'),
  ]
  await expectUnread(phone, 0)
  await addComment(ana, post, '¿Y **el coro**, quién lo paga?')
  await addComment(ana, other, 'Hola')
  const gone = await addComment(ana, await telesila.createPost({ title: 'Uno más' }), 'Perdón')
  for (const page of [phone, desktop]) await expectUnread(page, 3)
  await bell(phone).press('Enter')
  await expect(phone.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  for (const page of [phone, desktop]) await expect(notices(page)).toHaveCount(3)
  await ana.call('DELETE', `/comments/${gone.id}`)
  for (const page of [phone, desktop]) await expect(notices(page)).toHaveCount(2)
  const versos = noticeWith(phone, 'Los versos')
  await expect(wayTo(versos)).toHaveAccessibleName('Sin leer: Ana comentó en «Los versos»')
  await expect(versos).toContainText('¿Y el coro, quién lo paga?')
  await wayTo(versos).press('Enter')
  await expect(commentWith(phone, '¿Y el coro')).toBeFocused()
  for (const page of [phone, desktop]) await expectUnread(page, 1)
  await expect(wayTo(noticeWith(desktop, 'Los versos'))).toHaveAccessibleName('Ana comentó en «Los versos»')
  await expect(wayTo(noticeWith(desktop, 'Otro'))).toHaveAccessibleName('Sin leer: Ana comentó en «Otro»')
  // a comment under the open post is read as it comes
  await addComment(ana, post, 'Otra vez')
  await expect(commentWith(phone, 'Otra vez')).toBeVisible()
  await expect.poll(() => unreadOf(telesila)).toBe(1)

  await desktop.getByRole('button', { name: 'Marcar todo como leído' }).press('Enter')
  for (const page of [phone, desktop]) await expectUnread(page, 0)
  expect(await unreadOf(telesila)).toBe(0)
})

test('messages, files and news items are read where they are opened', async ({ server, openAs }) => {
  const [erina, ana] = [await server.person('Erina'), await server.person('Ana')]
  const question = await erina.call<ChatMessage>('POST', '/chat/messages', { message: '¿Quién viene?' })
  const file = await erina.uploadFile({ name: 'plano.txt', bytes: 'Un plano.' })
  const news = await erina.call<{ id: string }>('POST', '/news', { title: 'El faro', url: 'https://erina.example/' })
  await ana.call('POST', '/chat/messages', { message: `¿Y tú, ${naming(erina)}?` })
  for (const thing of [`message/${question.id}`, `file/${file.id}`, `news/${news.id}`])
    await ana.call('PUT', `/reactions/${thing}`, { emoji: '👍' })
  const page = await openAs('Erina', '/notices')
  await expectUnread(page, 4)
  const wayOf = (words: string) => wayTo(noticeWith(page, words)).getAttribute('href')
  const ways = [await wayOf('plano.txt'), await wayOf('tu noticia')]
  await wayTo(noticeWith(page, 'tu mensaje')).click()
  await expect(page).toHaveURL(`/chat?mensaje=${question.id}`)
  // with the chat, everything in it was read
  await expectUnread(page, 2)
  // by the addresses, as from a message on a phone
  for (const [turn, way] of ways.entries()) {
    await page.goto(way ?? '')
    await expect.poll(() => unreadOf(erina)).toBe(1 - turn)
  }
})

const toggle = (page: Page, name: 'Seguir' | 'Silenciar') =>
  page.getByRole('button', { name, exact: true }).filter({ hasText: 'aviso' })
const hour = 60 * 60_000

test('Nosis chooses by keyboard of what she hears, follows and mutes a post of Ana', async ({ server, openAs }) => {
  const [nosis, ana] = [await server.person('Nosis'), await server.person('Ana')]
  const storedSettings = () => nosis.call<NoticeSettings>('GET', '/notices/settings')
  const before = await storedSettings()
  const page = await openAs('Nosis', '/notices', { screen: 'phone' })
  const section = page.getByRole('main').getByRole('region', { name: 'Notificaciones', exact: true })
  const choiceOf = (name: string) => section.getByRole('combobox', { name, exact: true })
  const quietHours = section.getByRole('checkbox', { name: 'Nada en tus dispositivos a ciertas horas' })
  const hourField = (name: 'Desde las' | 'Hasta las') => section.getByLabel(name, { exact: true })
  await page.getByRole('link', { name: 'Elegir qué avisos recibes' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Notificaciones' })).toBeFocused()
  await choiceOf('Te nombran').selectOption('Nada')
  await choiceOf('Reaccionan a lo tuyo').selectOption('Aquí y en tus dispositivos')
  await choiceOf('Mensajes que llegan a tus dispositivos').selectOption('Todos')
  const from = Date.now()
  await choiceOf('Silencio').selectOption('Una hora')
  await quietHours.press('Space')
  await hourField('Desde las').fill('23:30')
  await hourField('Hasta las').fill('07:15')
  await hourField('Hasta las').blur()
  await expect(toast(page, 'Tus notificaciones están guardadas.').first()).toBeVisible()
  const chosen = {
    kinds: { ...before.kinds, mention: 'nothing', reaction: 'push' },
    chat: 'all',
    quiet_hours: { from: '23:30', to: '07:15' },
  }
  await expect.poll(storedSettings).toMatchObject(chosen)
  const { silence_until, ...stored } = await storedSettings()
  expect(Date.parse(silence_until ?? '')).toBeGreaterThanOrEqual(from + hour)
  await expect(choiceOf('Silencio').locator('option:checked')).toHaveText(/^Hasta (hoy|mañana) a las? /)
  await page.reload()
  await expect(choiceOf('Te nombran')).toHaveValue('nothing')
  await expect(hourField('Hasta las')).toHaveValue('07:15')
  // the stored silence stays as it is, until it is ended
  await quietHours.uncheck()
  await expect.poll(storedSettings).toEqual({ ...stored, silence_until, quiet_hours: null })
  await choiceOf('Silencio').selectOption('Sin silencio')
  await expect.poll(storedSettings).toMatchObject({ silence_until: null })

  const post = await ana.createPost({ title: 'El faro' })
  const storedFollowing = async () => (await nosis.call<Following>('GET', `/posts/${post.id}/following`)).state
  await page.goto(`/blog/${post.id}`)
  const opener = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).filter({ hasNotText: 'aviso' })
  await opener('Seguir').press('Enter')
  await toggle(page, 'Seguir').press('Enter')
  await expect.poll(storedFollowing).toBe('following')
  await page.keyboard.press('Escape')
  await bell(page).click()
  await addComment(ana, post, 'Añado algo')
  await expectUnread(page, 1)
  await page.goBack()
  await expectUnread(page, 0)
  await opener('Siguiendo').click()
  await expect(toggle(page, 'Seguir')).toHaveAttribute('aria-pressed', 'true')
  await toggle(page, 'Silenciar').click()
  await expect.poll(storedFollowing).toBe('muted')
})
