// Counts of what others have added: badges in the navigation, bars above lists (decision 033), and 'Desde tu última
// visita'. There is no live connection here: a page counts again when its tab is returned to.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { type NewsItem, news } from '../../../contract/news.ts'
import { type ListedPost, posts } from '../../../contract/posts.ts'
import { type Visit, type WhatsNew, whatsNew } from '../../../contract/whats-new.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { item } from '../news/news.ts'
import { post } from '../posts/posts.ts'

const main = page.getByRole('main')
const navigation = page.getByRole('navigation', { name: 'Principal' })
const heading = main.getByRole('heading', { level: 1 })
const show = main.getByRole('button', { name: /^Ver \d+ noveda/ })
const expectCount = (locator: typeof main, count: number) => expect.poll(() => locator.elements().length).toBe(count)
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
/** Returns until the button has this name: while counts are under way they aren't asked for again. */
const expectAfterReturning = (name: string) =>
  expect
    .poll(() => {
      returnToTab()
      return show.elements().map((button) => button.getAttribute('aria-label'))
    })
    .toEqual([name])

const counts = (fresh: Partial<Record<keyof WhatsNew, number>>, seen_until = earlier): WhatsNew => {
  const of = (area: keyof WhatsNew) => ({ fresh: fresh[area] ?? 0, seen_until })
  return { blog: of('blog'), news: of('news'), files: of('files') }
}
/** After everything that was seen. */
const later = '2026-03-03T09:00:00.000Z'
const at = (title: string) => (title === 'Lo de siempre' ? earlier : later)
const by = (title: string) => ({ author_id: hipatia.id, created_at: at(title), updated_at: at(title) })
const postOf = (n: number, title: string): ListedPost => ({
  ...post,
  ...by(title),
  id: idOf(n),
  title,
  author_name: 'Hipatia',
  published_at: at(title),
})
const itemOf = (n: number, title: string): NewsItem => ({
  ...item,
  ...by(title),
  id: idOf(n),
  title,
  created_by: 'Hipatia',
})
function lists(...titles: string[]) {
  const written = titles.map((title, n) => postOf(20 + n, title))
  const shared = titles.map((title, n) => itemOf(30 + n, title))
  return [answer(posts.list, written), answer(news.list, shared)]
}
const noCategories = answer(categories.list, [])

/** Counts of a server, and a wait until the page, whose tab is returned to, has asked for them once more. */
function watched(shown: WhatsNew) {
  let asked = 0
  const read = answer(whatsNew.read, () => {
    asked++
    return shown
  })
  async function isAskedAgain() {
    const before = asked
    const look = () => {
      returnToTab()
      return asked
    }
    await expect.poll(look).toBeGreaterThan(before)
  }
  return { read, isAskedAgain }
}

test.each(['blog', 'news'] as const)(
  'a list of %s changes only when its bar is pressed, whose first count alone is announced',
  async (area) => {
    const { read, isAskedAgain } = watched(counts({}))
    await openPage(`/${area}`, { answers: [read, ...lists('Lo de siempre'), noCategories] })
    await expect.element(main.getByText('Lo de siempre').first()).toBeVisible()
    // a list that is shown isn't watched yet; once it is, the page counts again when its tab is returned to
    await isAskedAgain()
    nowAnswer(...lists('Lo nuevo', 'Lo de siempre'), answer(whatsNew.read, counts({ [area]: 1 })))
    // long enough for the loaded list to be stale
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    await expectAfterReturning('Ver 1 novedad')
    await expect.element(show).toHaveTextContent('Ver')
    const announced = main.getByRole('status').filter({ hasText: /^1 novedad$/ })
    await expectCount(announced, 1)
    nowAnswer(answer(whatsNew.read, counts({ [area]: 2 })))
    await expectAfterReturning('Ver 2 novedades')
    await expect.element(main.getByText('2 novedades')).toBeVisible()
    await expectCount(announced, 1)
    expect(main.getByText('Lo nuevo').elements()).toEqual([])
    await expect.element(navigation.getByRole('link', { name: area === 'blog' ? 'Blog' : 'Noticias' })).toBeVisible()

    nowAnswer(refuse(posts.list, 500), refuse(news.list, 500))
    await show.click()
    await expect
      .element(page.getByText('No se pudieron traer las novedades. Inténtalo de nuevo.').first())
      .toBeVisible()
    await expect.element(show).toBeVisible()
    nowAnswer(...lists('Lo nuevo', 'Lo de siempre'))
    await show.click()
    await expect.element(main.getByText('Lo nuevo').first()).toBeVisible()
    await expect.element(show).not.toBeInTheDocument()
    await expect.element(heading).toHaveFocus()
  },
)

test('the bar in a category counts all categories and leads to the whole blog', async () => {
  const kitchen = idOf(60)
  const soup = { ...postOf(20, 'La sopa'), published_at: earlier }
  const inKitchen = { ...soup, category_id: kitchen, category_name: 'Cocina' }
  const list = answer(posts.list, ({ query }) =>
    query.has('category_id') ? [inKitchen] : [postOf(21, 'El faro'), inKitchen],
  )
  // the page says that it has seen the category's posts: the other one stays unseen
  const unseen = [answer(whatsNew.read, counts({ blog: 1 })), answer(whatsNew.markSeen, counts({ blog: 1 }))]
  await openPage(`/blog?categoria=${kitchen}`, { answers: [list, ...unseen, noCategories] })
  await show.click()
  await expect.element(main.getByText('El faro').first()).toBeVisible()
  expect(location.pathname + location.search).toBe('/blog')
})

test('a visit is reported again after a refusal, but only once to a server whose clock is behind', async () => {
  const slow = counts({ blog: 1 }, '2026-01-01T00:00:00.000Z')
  const { read, isAskedAgain } = watched(slow)
  const answers = [refuse(whatsNew.markSeen, 500), read, ...lists('Lo de mañana'), noCategories]
  await openPage('/blog', { answers })
  await expect.poll(() => sentTo(whatsNew.markSeen)).toEqual([{ until: later }])
  nowAnswer(answer(whatsNew.markSeen, slow))
  for (let looks = 1; looks <= 3; looks++) await isAskedAgain()
  await expect.poll(() => sentTo(whatsNew.markSeen)).toHaveLength(2)
})

test.each(['desktop', 'narrow'] as const)(
  'badges and bar are accessible, with their counts in words (%s)',
  async (screen) => {
    const answers = [answer(whatsNew.read, counts({ blog: 1, files: 1, news: 100 })), ...lists('Lo de siempre')]
    await openPage('/blog', { screen, answers: [...answers, noCategories] })
    await expect.element(show).toBeVisible()
    await expect.element(navigation.getByRole('link', { name: 'Archivo, 1 novedad' })).toBeVisible()
    const many = navigation.getByRole('link', { name: 'Noticias, 99 o más novedades' })
    expect(many.element().querySelector('[data-short]')).toHaveAttribute('data-short', '99+')
    await expect.poll(() => document.title).toBe('Blog · Alejandría')
    await expectAccessible('the bar')
  },
)

const nothing = { count: 0, newest: [] }
const newItem = (n: number, title: string, path: string, count = 1) => ({
  id: idOf(n),
  title,
  author_name: 'Ana',
  at: earlier,
  path,
  count,
  cover_url: null,
})
const visit: Visit = {
  messages: { count: 1, newest: [newItem(40, '¿Y tú, @Safo?', '/chat?mensaje=1')] },
  posts: {
    count: 4,
    newest: [
      ...['cuarto', 'tercero'].map((title, n) => newItem(41 + n, title, '/blog/1')),
      { ...newItem(43, 'segundo', '/blog/1'), cover_url: '/no-hay.jpg' },
    ],
  },
  conversations: {
    count: 5,
    newest: ['La caza', 'Otra', 'Tres', 'Cuatro', 'Cinco'].map((title, n) =>
      newItem(50 + n, title, `/blog/${n}#comentario`, 2),
    ),
  },
  news: { count: 100, newest: [newItem(45, 'Vuelve a brillar el faro', '/news')] },
  files: nothing,
}
const noVisit: Visit = { messages: nothing, posts: nothing, conversations: nothing, news: nothing, files: nothing }
const section = main.getByRole('region', { name: 'Desde tu última visita' })
const groups = section.getByRole('heading', { level: 3 })
const visitHeading = section.getByRole('heading', { level: 2 })
const calm = section.getByText('No hay nada nuevo: el mar está en calma.')

test.each(['desktop', 'narrow'] as const)(
  'the home page says what is new since the last visit (%s)',
  async (screen) => {
    await openPage('/home', { screen, answers: [answer(whatsNew.visit, visit)] })
    await expectCount(groups, 4)
    const names = ['1 mensaje para ti', '4 posts nuevos', '5 conversaciones con comentarios', '99+ noticias nuevas']
    expect(textsOf(groups)).toEqual(names)
    const titles = section.getByRole('region', { name: '4 posts nuevos' }).getByRole('listitem')
    for (const [n, title] of ['cuarto', 'tercero', 'segundo'].entries())
      await expect.element(titles.nth(n)).toMatchTextContent(title)
    const hasCover = (row: Element) => row.querySelector('img') !== null
    await expect.poll(() => titles.elements().map(hasCover)).toEqual([false, false, true])
    const heights = titles.elements().map((row) => row.getBoundingClientRect().height)
    expect(new Set(heights).size).toBe(1)
    const conversations = section.getByRole('region', { name: '5 conversaciones con comentarios' })
    await expect.element(conversations).toMatchTextContent('2 comentarios, el último de Ana')
    const links = conversations.getByRole('link')
    expect(textsOf(links)).toEqual(['La caza', 'Otra', 'Tres'])
    const all = conversations.getByRole('button')
    await all.click()
    await expect.element(all).toHaveAttribute('aria-expanded', 'true')
    expect(textsOf(links)).toEqual(['La caza', 'Otra', 'Tres', 'Cuatro', 'Cinco'])
    await expect.element(all).toHaveTextContent('Ver menos')
    await all.click()
    await expect.element(all).toHaveTextContent('Ver las 5 conversaciones')
    scrollTo(0, 0)
    await expectAccessible('the way down')
    const wayDown = main.getByRole('button', {
      name: '99 o más novedades desde tu última visita 1 mensaje · 4 posts · 5 conversaciones · 99+ noticias',
    })
    await expect.element(wayDown).toBeVisible()
    wayDown.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(visitHeading).toHaveFocus()
    await expect.element(wayDown).not.toBeInTheDocument()
    await expectAccessible('what happened since the last visit')
    for (const row of section.getByRole('listitem').elements())
      expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)

    const seen = section.getByRole('button', { name: 'Marcar todo como visto' })
    nowAnswer(refuse(whatsNew.endVisit, 500))
    await seen.click()
    await expect.element(page.getByText('No se pudo marcar como visto. Inténtalo de nuevo.').first()).toBeVisible()
    nowAnswer(answer(whatsNew.endVisit, noVisit))
    await seen.click()
    await expect.element(calm).toBeVisible()
    await expect.element(visitHeading).toHaveFocus()
    await expect.poll(() => sentTo(whatsNew.endVisit).at(-1)).toEqual({ until: earlier })
    await expect.element(seen).not.toBeInTheDocument()
    await expectAccessible('nothing new')
  },
)

test('a failure to load what others did is told, and Reintentar asks again', async () => {
  await openPage('/home', { answers: [refuse(whatsNew.visit, 500)] })
  await expect.element(section.getByRole('alert')).toMatchTextContent('Error al cargar las novedades')
  await expectAccessible('news of the home page that failed')
  nowAnswer(answer(whatsNew.visit, visit))
  const retry = section.getByRole('button', { name: 'Reintentar' })
  await retry.click()
  await expectCount(groups, 4)
  await expect.element(retry).not.toBeInTheDocument()
})

test('on a phone the newest is right under the title, on a desk beside the picture it isn’t said twice', async () => {
  const lines = main.getByRole('list', { name: 'Lo más nuevo' })
  await openPage('/home', { screen: 'phone', answers: [answer(whatsNew.visit, visit)] })
  await expectCount(lines.getByRole('listitem'), 3)
  expect(textsOf(lines.getByRole('link'))).toEqual(['¿Y tú, @Safo?', 'cuarto', 'La caza'])
  const { bottom } = lines.element().getBoundingClientRect()
  expect(bottom).toBeLessThan(innerHeight - 56)
  await expectAccessible('the newest under the title')
  nowAnswer(answer(whatsNew.visit, noVisit))
  returnToTab()
  await expect.element(main.getByText('Ya lo has visto todo.')).toBeVisible()
  await openPage('/home', { answers: [answer(whatsNew.visit, visit)] })
  await expectCount(groups, 4)
  await expect.element(lines).not.toBeInTheDocument()
})
