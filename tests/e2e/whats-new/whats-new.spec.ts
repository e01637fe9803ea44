// Items of others since the last visit: badges in the navigation, bars above lists (decision 033), and 'Desde tu última
// visita'. Texts, failures and screens: tests/web/whats-new.
import type { Visit, WhatsNew } from '../../../contract/whats-new.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import { naming } from '../../support/browser/pages/chat.ts'
import { addComment, commentWith } from '../../support/browser/pages/comments.ts'
import { mainNavigation } from '../../support/browser/pages/navigation.ts'
import { shareNews } from '../../support/browser/pages/news.ts'
import { postTitles } from '../../support/browser/pages/posts.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { Person } from '../../support/browser/test-server.ts'

// a server without messages of other tests, whose number the title would show
test.use({ serverName: 'whats-new' })

/** The link of the navigation with exactly this name, which includes the badge: 'Blog, 1 novedad'. */
const areaLink = (page: Page, name: string) => mainNavigation(page).getByRole('link', { name, exact: true })
/** The button of the bar for this count: '1 novedad'. */
const showButton = (page: Page, count: string) =>
  page.getByRole('main').getByRole('button', { name: `Ver ${count}`, exact: true })
const anyShowButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Ver .*noveda/ })
const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const expectHeading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()

const unseenCounts = async (person: Person) => {
  const { blog, news, files } = await person.call<WhatsNew>('GET', '/sections')
  return { blog: blog.fresh, news: news.fresh, files: files.fresh }
}
/** Marks everything as seen by this person. */
async function markAllSeen(person: Person) {
  const until = new Date(Date.now() + 60_000).toISOString()
  for (const section of ['blog', 'news', 'files']) await person.call('PUT', `/sections/${section}`, { until })
  return person
}

test('Safo sees a badge for each area on other pages until she visits the area', async ({ server, openAs }) => {
  const ana = await server.person('Ana')
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/home')
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 1 novedad')).toBeVisible()
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 2 novedades')).toBeVisible()
  await shareNews(ana, 'Una noticia')
  await ana.addLink('https://biblioteca.example/')
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
  // Only the chat adds a count to the title of the window.
  await expect(page).toHaveTitle(/^[^(]*Alejandría$/)

  await areaLink(page, 'Blog, 2 novedades').click()
  await expect(postTitles(page)).toHaveCount(2)
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 1 })
  await areaLink(page, 'Archivo, 1 novedad').click()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 0 })
  await expect(anyShowButton(page)).toHaveCount(0)
  await ana.uploadFile({ name: 'mapa.txt', type: 'text/plain', bytes: 'Aquí.' })
  await showButton(page, '1 novedad').press('Enter')
  await expect(cardOf(page, 'mapa.txt')).toBeVisible()
  await expect(pageHeading(page, 'Almacén de Archivos')).toBeFocused()
  await areaLink(page, 'Inicio').click()
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect(areaLink(page, 'Archivo')).toBeVisible()
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
})

test('the bar moves nothing, is seen far down the list, and goes with its post', async ({ server, openAs }) => {
  const { hipatia } = server
  for (let count = 1; count <= 12; count++) await hipatia.createPost({ title: `Post ${count}` })
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/blog')
  await expect(postTitles(page)).toHaveCount(12)
  await page.evaluate(() => document.fonts.ready)
  const last = postTitles(page).last()
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()
  await hipatia.createPost({ title: 'Lo nuevo' })
  await expect(showButton(page, '1 novedad')).toBeInViewport()
  await hipatia.createPost({ title: 'Lo más nuevo' })
  await expect(showButton(page, '2 novedades')).toBeInViewport()
  expect(await last.boundingBox()).toEqual(before)
  await expect(postTitles(page)).toHaveCount(12)
  await showButton(page, '2 novedades').click()
  await expect(postTitles(page).first()).toHaveText('Lo más nuevo')
  await expect(postTitles(page).first()).toBeInViewport()
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(pageHeading(page, 'Blog')).toBeFocused()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 0, files: 0 })

  const post = await hipatia.createPost()
  await expect(showButton(page, '1 novedad')).toBeVisible()
  await hipatia.call('PUT', `/posts/${post.id}/publish`, { is_published: false })
  await expect(anyShowButton(page)).toHaveCount(0)
})

test('the bar stays on Safo’s desktop for a post that she has only seen on her phone', async ({ server, openAs }) => {
  await markAllSeen(await server.person('Safo'))
  await server.hipatia.createPost({ title: 'Lo de siempre' })
  const desktop = await openAs('Safo', '/blog')
  await expectHeading(desktop, 'Lo de siempre')
  const phone = await openAs('Safo', '/blog', { screen: 'phone' })
  await expectHeading(phone, 'Lo de siempre')
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await expect(showButton(desktop, '1 novedad')).toBeVisible()
  const counted = desktop.waitForResponse(
    async (answer) =>
      /\/api\/sections(\/blog)?$/.test(answer.url()) &&
      answer.status() === 200 &&
      ((await answer.json()) as WhatsNew).blog.fresh === 0,
  )
  await showButton(phone, '1 novedad').click()
  await expectHeading(phone, 'Lo nuevo')
  await counted
  await showButton(desktop, '1 novedad').click()
  await expectHeading(desktop, 'Lo nuevo')
  await expect(anyShowButton(desktop)).toHaveCount(0)
})

test('an open list has what came while the server was away, other areas their badges', async ({
  server,
  openAs,
  pageErrors,
}) => {
  // Stopping the server interrupts pending requests.
  pageErrors.tolerate(...serverIsAway)
  await markAllSeen(await server.person('Safo'))
  await server.hipatia.createPost({ title: 'Lo de siempre' })
  const page = await openAs('Safo', '/blog')
  await expectHeading(page, 'Lo de siempre')
  await page.context().setOffline(true)
  const startAgain = await server.stop()
  await startAgain()
  await server.hipatia.createPost({ title: 'Lo nuevo' })
  await server.hipatia.addLink('https://biblioteca.example/')
  await page.context().setOffline(false)
  await expect(postTitles(page)).toHaveText(['Lo nuevo', 'Lo de siempre'])
  await expect(anyShowButton(page)).toHaveCount(0)
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
})

const visitSection = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Desde tu última visita', exact: true })
const calmSentence = (page: Page) => visitSection(page).getByText('No hay nada nuevo: el mar está en calma.')
const groupTitles = (page: Page) => visitSection(page).getByRole('heading', { level: 3 })
/** Counts of everything that is new to a person. */
const visitCounts = async ({ call }: Person) =>
  Object.values(await call<Visit>('GET', '/sections/visit')).map(({ count }) => count)

test('on her phone Telesila sees what the others did, each with a way in', async ({ server, openAs }) => {
  const reader = await server.person('Telesila')
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
  const page = await openAs('Telesila', '/home', { screen: 'phone' })
  await expect(groupTitles(page)).toHaveText([
    '1 mensaje para ti',
    '4 posts nuevos',
    '1 conversación con comentarios',
    '1 noticia nueva',
    '1 archivo nuevo',
  ])
  await page.getByRole('link', { name: '4 posts nuevos' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect.poll(() => visitCounts(reader)).toEqual([1, 0, 1, 1, 1])
  await page.goBack()
  await expect(groupTitles(page).filter({ hasText: 'posts' })).toHaveCount(0)
  const conversation = visitSection(page).getByRole('region', { name: '1 conversación con comentarios', exact: true })
  await conversation.getByRole('link', { name: 'La caza' }).press('Enter')
  await expect(commentWith(page, 'La primera')).toBeFocused()
  // the conversation is seen where it was opened
  await page.goBack()
  await expect(groupTitles(page)).toHaveText(['1 mensaje para ti', '1 noticia nueva', '1 archivo nuevo'])
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
