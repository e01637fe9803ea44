// The bell, and the page of notices: what others did that concerns a person (DECISIONS §7, "Avisos").
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Notice } from '../../../contract/notices/notices.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { addComment, commentWith } from '../../support/browser/pages/comments.ts'
import {
  bell,
  expectUnread,
  markAllButton,
  naming,
  notices,
  noticeWith,
  unreadOf,
  wayTo,
} from '../../support/browser/pages/notices.ts'
import { expect, type Screen, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notices' })

for (const screen of ['phone', 'desktop'] as const satisfies Screen[])
  test(`the bell on Telesila’s open page counts what Ana does, and leads there (${screen})`, async ({
    server,
    openAs,
  }) => {
    const [telesila, ana] = [await server.person('Telesila'), await server.person('Ana')]
    const post = await telesila.createPost({ title: 'Los versos de Argos' })
    const page = await openAs('Telesila', '/home', { screen })
    await expectUnread(page, 0)
    await addComment(ana, post, '¿Y **el coro**, quién lo paga?')
    await expectUnread(page, 1)
    await expect(bell(page).locator('[data-short]')).toHaveAttribute('data-short', '1')
    await expectAccessible(page, `a bell that counts (${screen})`)
    await bell(page).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
    await expect(page).toHaveTitle(/^Avisos/)
    await expect(bell(page)).toHaveAttribute('aria-current', 'page')
    await expect(notices(page)).toHaveCount(1)
    await expect(wayTo(notices(page))).toHaveAccessibleName('Sin leer: Ana comentó en «Los versos de Argos»')
    await expect(notices(page)).toContainText('¿Y el coro, quién lo paga?')
    await expectAccessible(page, `the page of notices (${screen})`)
    const box = await wayTo(notices(page)).boundingBox()
    expect(box?.height ?? 0).toBeGreaterThan(0)
    expect((await notices(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)

    await wayTo(notices(page)).press('Enter')
    await expect(commentWith(page, '¿Y el coro')).toBeFocused()
    await expectUnread(page, 0)
    await page.goBack()
    await expect(wayTo(notices(page))).toHaveAccessibleName('Ana comentó en «Los versos de Argos»')
    await expect(markAllButton(page)).toBeHidden()
  })

test('the page says who named, answered and reacted, newest first, and gathers those of one thing', async ({
  server,
  openAs,
}) => {
  const [mirtis, ana, zenon] = [await server.person('Mirtis'), await server.person('Ana'), await server.person('Zenón')]
  const post = await mirtis.createPost({ title: 'La caza' })
  const own = await addComment(mirtis, post, 'Añado algo')
  await ana.call('POST', `/comments/post/${post.id}`, { content: 'Bien añadido', reply_to: own.id })
  await ana.createPost({ title: 'El faro', content: `Lo contó ${naming(mirtis)}.` })
  const question = await mirtis.call<ChatMessage>('POST', '/chat/messages', { message: '¿Quién viene?' })
  await zenon.call('POST', '/chat/messages', { message: 'Yo', reply_to: question.id })
  await zenon.call('POST', '/chat/messages', { message: `¿Y tú, ${naming(mirtis)}?` })
  for (const by of [ana, zenon]) await by.call('PUT', `/reactions/post/${post.id}`, { emoji: '🙏' })
  await zenon.call('PUT', `/reactions/message/${question.id}`, { emoji: '❤️' })
  const page = await openAs('Mirtis', '/notices')
  const lines = [
    'Zenón reaccionó con ❤️ a tu mensaje en el chat',
    'Zenón y otra persona reaccionaron con 🙏 a tu post «La caza»',
    'Zenón te nombró en el chat',
    'Zenón contestó a tu mensaje en el chat',
    'Ana te nombró en «El faro»',
    'Ana contestó a tu comentario en «La caza»',
  ]
  await expect(notices(page)).toHaveCount(lines.length)
  for (const [place, line] of lines.entries())
    await expect(wayTo(notices(page).nth(place))).toHaveAccessibleName(`Sin leer: ${line}`)
  await expect(notices(page).nth(0)).toContainText('¿Quién viene?')
  await expect(notices(page).nth(2)).toContainText('¿Y tú, @Mirtis?')
  await expect(notices(page).nth(4)).toContainText('Lo contó @Mirtis.')
  await expectUnread(page, lines.length)

  // the message itself is where the reaction leads
  await wayTo(notices(page).nth(0)).click()
  await expect(page).toHaveURL(`/chat?mensaje=${question.id}`)
  // with the chat, everything in it was read
  await expectUnread(page, 3)
})

test('‘Marcar todo como leído’ marks everything, on the other device too, and the keyboard isn’t lost', async ({
  server,
  openAs,
}) => {
  const [corina, ana] = [await server.person('Corina'), await server.person('Ana')]
  for (const title of ['Uno', 'Dos', 'Tres']) await addComment(ana, await corina.createPost({ title }), 'Hola')
  const desktop = await openAs('Corina', '/notices')
  const phone = await openAs('Corina', '/notices', { screen: 'phone' })
  await expectUnread(phone, 3)
  await expect(notices(phone)).toHaveCount(3)
  await markAllButton(desktop).press('Enter')
  await expect(markAllButton(desktop)).toBeHidden()
  await expect(desktop.getByRole('heading', { level: 1, name: 'Avisos' })).toBeFocused()
  await expectUnread(desktop, 0)
  await expectUnread(phone, 0)
  await expect(markAllButton(phone)).toBeHidden()
  await expect(wayTo(noticeWith(phone, 'Dos'))).toHaveAccessibleName('Ana comentó en «Dos»')
  expect(await unreadOf(corina)).toBe(0)
})

test('the post that Nosis opens on her phone is read on her desktop, and the other one isn’t', async ({
  server,
  openAs,
}) => {
  const [nosis, ana] = [await server.person('Nosis'), await server.person('Ana')]
  const [post, other] = [await nosis.createPost({ title: 'Uno' }), await nosis.createPost({ title: 'Otro' })]
  const desktop = await openAs('Nosis', '/notices')
  for (const one of [post, other]) await addComment(ana, one, 'Hola')
  await expectUnread(desktop, 2)
  await expect(notices(desktop)).toHaveCount(2)
  const phone = await openAs('Nosis', `/blog/${post.id}`, { screen: 'phone' })
  await expect(phone.getByRole('heading', { level: 1, name: 'Uno' })).toBeVisible()
  await expectUnread(desktop, 1)
  await expect(wayTo(noticeWith(desktop, 'Uno'))).toHaveAccessibleName('Ana comentó en «Uno»')
  await expect(wayTo(noticeWith(desktop, 'Otro'))).toHaveAccessibleName('Sin leer: Ana comentó en «Otro»')
  // a comment under the open post is read as it comes
  await addComment(ana, post, 'Otra vez')
  await expect(commentWith(phone, 'Otra vez')).toBeVisible()
  await expect.poll(() => unreadOf(nosis)).toBe(1)
  await expectUnread(phone, 1)
})

test('files and news items are read where they are opened', async ({ server, openAs }) => {
  const [erina, ana] = [await server.person('Erina'), await server.person('Ana')]
  const file = await erina.uploadFile({ name: 'plano.txt', bytes: 'Un plano.' })
  const news = await erina.call<{ id: string }>('POST', '/news', { title: 'El faro', url: 'https://erina.example/' })
  await ana.call('PUT', `/reactions/file/${file.id}`, { emoji: '👍' })
  await ana.call('PUT', `/reactions/news/${news.id}`, { emoji: '👍' })
  const page = await openAs('Erina', '/notices')
  await expect(wayTo(noticeWith(page, 'noticia'))).toHaveAccessibleName(
    'Sin leer: Ana reaccionó con 👍 a tu noticia «El faro»',
  )
  const [fileWay, newsWay] = [
    await wayTo(noticeWith(page, 'plano.txt')).getAttribute('href'),
    await wayTo(noticeWith(page, 'El faro')).getAttribute('href'),
  ]
  // by the addresses, as from a message on a phone
  await page.goto(fileWay ?? '')
  await expect.poll(() => unreadOf(erina)).toBe(1)
  await page.goto(newsWay ?? '')
  await expect.poll(() => unreadOf(erina)).toBe(0)
})

test('each day has its heading', async ({ server, openAs }) => {
  const [praxila, ana] = [await server.person('Praxila'), await server.person('Ana')]
  for (const title of ['Uno', 'Dos', 'Tres', 'Cuatro'])
    await addComment(ana, await praxila.createPost({ title }), 'Hola')
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  const page = await openAs('Praxila', '/notices', {
    before: (page) =>
      page.route(/\/api\/notices$/, async (route) => {
        const response = await route.fetch()
        const list = (await response.json()) as Notice[]
        const at = [daysAgo(0), daysAgo(1), daysAgo(1), '2025-02-11T10:00:00Z']
        await route.fulfill({ response, json: list.map((notice, place) => ({ ...notice, at: at[place] })) })
      }),
  })
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Hoy', 'Ayer', '11 de febrero de 2025'])
  const yesterday = page.getByRole('region', { name: 'Ayer' })
  await expect(wayTo(yesterday.getByRole('listitem'))).toHaveText([/Tres/, /Dos/])
})

test('a broadcast is read on its own, and its text is closed with Escape', async ({ server, openAs }) => {
  await server.person('Anite')
  await server.hipatia.call('POST', '/notifications/admin/broadcast', {
    ...{ subject: 'Cena el lunes', message: 'A las ocho.\nTraed pan.', include_unsubscribed: true },
  })
  const page = await openAs('Anite', '/notices')
  await wayTo(noticeWith(page, 'Cena el lunes')).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cena el lunes' })
  await expect(dialog).toContainText('A las ocho.')
  await expectAccessible(page, 'the text of a broadcast')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectUnread(page, 0)
  await expect(page).toHaveURL('/notices')
})

test('a broadcast that can’t be loaded is asked for again with Reintentar; one that is gone says so', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/notices/broadcasts/{id}', '404 GET /api/notices/broadcasts/{id}')
  await server.person('Erina')
  await server.hipatia.call('POST', '/notifications/admin/broadcast', {
    ...{ subject: 'Cena el martes', message: 'A las nueve.', include_unsubscribed: true },
  })
  const page = await openAs('Erina', '/notices')
  await refuse(page, '**/api/notices/broadcasts/*', 500)
  await wayTo(noticeWith(page, 'Cena el martes')).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Error al cargar el mensaje')
  await expectAccessible(page, 'a broadcast that failed')
  await page.unroute('**/api/notices/broadcasts/*')
  await dialog.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect(dialog).toContainText('A las nueve.')
  await page.goto(`/notices?aviso=${'0'.repeat(32)}`)
  await expect(page.getByRole('dialog')).toContainText('Este mensaje ya no está.')
})

for (const screen of ['phone', 'desktop'] as const satisfies Screen[])
  test(`who has none sees that calmly (${screen})`, async ({ openAs, server }) => {
    await server.person('Melino')
    const page = await openAs('Melino', '/notices', { screen })
    await expect(page.getByText('Todavía no tienes avisos.')).toBeVisible()
    await expect(markAllButton(page)).toHaveCount(0)
    await expectAccessible(page, `no notices (${screen})`)
  })

test('what is deleted leaves the bell and the page while they are open', async ({ server, openAs }) => {
  const [hedila, ana] = [await server.person('Hedila'), await server.person('Ana')]
  const post = await hedila.createPost({ title: 'Argos' })
  const comment = await addComment(ana, post, 'Perdón')
  const page = await openAs('Hedila', '/notices')
  await expect(notices(page)).toHaveCount(1)
  await ana.call('DELETE', `/comments/${comment.id}`)
  await expectUnread(page, 0)
  await expect(notices(page)).toHaveCount(0)
})
