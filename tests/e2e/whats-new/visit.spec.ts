// 'Desde tu última visita' below the picture and words of the home page.
import { expectAccessible } from '../../support/browser/axe.ts'
import { addComment, commentWith } from '../../support/browser/pages/comments.ts'
import { naming } from '../../support/browser/pages/notices.ts'
import {
  calmSentence,
  group,
  groupTitles,
  markSeenButton,
  visitCounts,
  visitHeading,
  visitRequest,
  visitSection,
  wayDown,
} from '../../support/browser/pages/visit.ts'
import { shareNews } from '../../support/browser/pages/whats-new.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'visit' })

const readers = [
  ['Telesila', 'phone', 'light'],
  ['Praxila', 'phone', 'dark'],
  ['Nosis', 'desktop', 'light'],
  ['Hedila', 'desktop', 'dark'],
] as const
for (const [name, screen, colorScheme] of readers)
  test(`${name} sees what the others did, each with a way in (${screen}, ${colorScheme})`, async ({
    server,
    openAs,
  }) => {
    const reader = await server.person(name)
    const ana = await server.person('Ana')
    for (const title of ['Canto primero', 'Canto segundo', 'Canto tercero', 'Canto cuarto'])
      await ana.createPost({ title })
    const own = await reader.createPost({ title: 'La caza' })
    await addComment(ana, own, 'La primera')
    await addComment(ana, own, 'La segunda')
    await shareNews(ana, 'Vuelve a brillar el faro')
    await ana.uploadFile({ name: 'plano.txt', bytes: 'Un plano.' })
    await ana.call('POST', '/chat/messages', { message: `¿Y tú, ${naming(reader)}?` })
    await ana.call('POST', '/chat/messages', { message: 'A nadie en concreto' })
    const page = await openAs(name, '/home', { screen, colorScheme })
    await expect(groupTitles(page)).toHaveText([
      '1 mensaje para ti',
      '4 posts nuevos',
      '1 conversación con comentarios',
      '1 noticia nueva',
      '1 archivo nuevo',
    ])
    // the words of the page stay above
    await expect(page.getByRole('heading', { level: 1, name: 'Alejandría' })).toBeVisible()
    await expect(group(page, '1 mensaje para ti').getByRole('listitem')).toHaveText([
      new RegExp(`¿Y tú, @${name}\\?.*Ana`),
    ])
    await expect(group(page, '4 posts nuevos').getByRole('listitem')).toHaveText([/cuarto/, /tercero/, /segundo/])
    await expect(group(page, '1 conversación con comentarios')).toContainText('2 comentarios, el último de Ana')
    await expectAccessible(page, `the way down (${screen}, ${colorScheme})`)
    await wayDown(page, '8 novedades').press('Enter')
    await expect(visitHeading(page)).toBeFocused()
    await expect(visitHeading(page)).toBeInViewport()
    await expect(wayDown(page, '8 novedades')).toHaveCount(0)
    await expectAccessible(page, `what happened since the last visit (${screen}, ${colorScheme})`)
    for (const link of await visitSection(page).getByRole('listitem').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)

    await page.getByRole('link', { name: '4 posts nuevos' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await expect.poll(() => visitCounts(reader)).toEqual([1, 0, 1, 1, 1])
    await page.goBack()
    await expect(groupTitles(page).filter({ hasText: 'posts' })).toHaveCount(0)
    await page.getByRole('link', { name: 'La caza' }).press('Enter')
    await expect(commentWith(page, 'La primera')).toBeFocused()
    // the conversation is seen where it was opened
    await page.goBack()
    await expect(groupTitles(page)).toHaveText(['1 mensaje para ti', '1 noticia nueva', '1 archivo nuevo'])
  })

const newcomers = [
  ['Melino', 'phone'],
  ['Cleobulina', 'desktop'],
] as const
for (const [name, screen] of newcomers)
  test(`${name} has missed nothing, and reads a calm sentence (${screen})`, async ({ server, openAs }) => {
    await server.hipatia.createPost({ title: 'De antes' })
    await server.person(name)
    const page = await openAs(name, '/home', { screen })
    await expect(calmSentence(page)).toBeVisible()
    await expect(markSeenButton(page)).toHaveCount(0)
    await visitHeading(page).scrollIntoViewIfNeeded()
    await expectAccessible(page, `nothing new (${screen})`)
  })

test('‘Marcar todo como visto’ empties the section and its badges, and the keyboard isn’t lost', async ({
  server,
  openAs,
}) => {
  const corina = await server.person('Corina')
  const post = await server.hipatia.createPost({ title: 'El faro' })
  await addComment(server.hipatia, post, `¿Qué opinas, ${naming(corina)}?`)
  await server.hipatia.call('POST', '/chat/messages', { message: `Hola, ${naming(corina)}` })
  const page = await openAs('Corina', '/home')
  await expect(groupTitles(page)).toHaveCount(3)
  await markSeenButton(page).press('Enter')
  await expect(calmSentence(page)).toBeVisible()
  await expect(visitHeading(page)).toBeFocused()
  expect(await visitCounts(corina)).toEqual([0, 0, 0, 0, 0])
  await server.hipatia.createPost({ title: 'Después' })
  await expect(group(page, '1 post nuevo')).toContainText('Después')
})

test('a message to Erina appears on her open page, and is gone once she has read it', async ({ server, openAs }) => {
  const erina = await server.person('Erina')
  const page = await openAs('Erina', '/home')
  await expect(calmSentence(page)).toBeVisible()
  await server.hipatia.call('POST', '/chat/messages', { message: `¿Vienes, ${naming(erina)}?` })
  await page.getByRole('link', { name: '¿Vienes, @Erina?' }).click()
  await expect(page).toHaveURL(/\/chat\?mensaje=/)
  await expect.poll(() => visitCounts(erina)).toEqual([0, 0, 0, 0, 0])
  await page.goBack()
  await expect(calmSentence(page)).toBeVisible()
})

test('nothing of drafts and of posts that were taken back', async ({ server, openAs }) => {
  await server.person('Anite')
  const { hipatia } = server
  const [draft, taken] = [
    await hipatia.createDraft({ title: 'Un borrador' }),
    await hipatia.createPost({ title: 'Retirado' }),
  ]
  for (const post of [draft, taken]) await addComment(hipatia, post, 'Nota')
  await hipatia.createPost({ title: 'A la vista' })
  await hipatia.call('PUT', `/posts/${taken.id}/publish`, { is_published: false })
  const page = await openAs('Anite', '/home')
  await expect(groupTitles(page)).toHaveText(['1 post nuevo'])
  await expect(group(page, '1 post nuevo').getByRole('listitem')).toHaveText([/A la vista/])
})

test('a failure is told, and Reintentar repeats the request', async ({ server, openAs, pageErrors }) => {
  await server.person('Mirtis')
  await server.hipatia.createPost({ title: 'El faro' })
  pageErrors.tolerate(/503/)
  let isFailing = true
  const page = await openAs('Mirtis', '/home', {
    before: (page) =>
      page.route(visitRequest, (route) => (isFailing ? route.fulfill({ status: 503 }) : route.continue())),
  })
  const retry = visitSection(page).getByRole('button', { name: 'Reintentar' })
  await expect(visitSection(page).getByRole('alert')).toContainText('Error al cargar las novedades')
  await expectAccessible(page, 'news of the home page that failed')
  isFailing = false
  await retry.click()
  await expect(group(page, '1 post nuevo')).toContainText('El faro')
  await expect(retry).toHaveCount(0)
})

test('a visitor sees the page as it is, and asks for nothing', async ({ server, visit }) => {
  await server.hipatia.createPost({ title: 'El faro' })
  const asked: string[] = []
  const page = await visit('/home', {
    before: async (page) => page.on('request', (request) => asked.push(request.url())),
  })
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' }).first()).toBeEnabled()
  await expect(page.getByRole('heading', { level: 1, name: 'Alejandría' })).toBeVisible()
  await expect(page.getByText('El faro')).toHaveCount(0)
  await expect(visitSection(page)).toHaveCount(0)
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
})
