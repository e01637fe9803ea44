// Reactions: the picker, the names, refusals, and where they are shown; with several people: tests/e2e/reactions.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnUser } from '../../../contract/auth.ts'
import { comments } from '../../../contract/comments.ts'
import { type Reaction, reactions } from '../../../contract/content/reactions.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { toast } from '../../support/web/dialogs.ts'
import { connect, happens } from '../../support/web/live.ts'
import { hipatia, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer, refuse, sentTo } from '../../support/web/server.ts'
import { commentOf } from '../comments/comments.ts'
import { item as newsItem, newsOf } from '../news/news.ts'
import { besidesPost, etag, post } from '../posts/posts.ts'

const main = page.getByRole('main')
const groups = main.getByRole('group', { name: 'Reacciones' })
const group = groups.first()
const chip = (emoji: string, within = group) =>
  within.getByRole('button', { name: new RegExp(`^${emoji} \\d+ personas?$`) })
const add = group.getByRole('button', { name: 'Reaccionar', exact: true })
const who = group.getByRole('button', { name: 'Quién', exact: true })
const otherField = page.getByRole('textbox', { name: 'Otro emoji' })

const of = (emoji: string, ...people: { id: string }[]): Reaction => ({
  emoji,
  count: people.length,
  user_ids: people.map(({ id }) => id),
})
const openPost = (shown: Reaction[], { answers = [], ...opening }: Parameters<typeof openPage>[1] = {}) =>
  openPage(`/blog/${post.id}`, {
    ...opening,
    answers: [...answers, answer(posts.read, { ...post, reactions: shown }, etag), ...besidesPost],
  })
async function type(emoji: string) {
  await add.click()
  await otherField.fill(emoji)
  await userEvent.keyboard('{Enter}')
}

test('any other emoji can be typed, and the names of all who chose it are told', async () => {
  const names = [{ ...of('🏛️', safo, hipatia), is_mine: true, names: ['Safo', 'Hipatia'] }]
  const stored = answer(reactions.add, ({ body }) => [of((body as { emoji: string }).emoji, safo, hipatia)])
  await openPost([], { answers: [stored, answer(reactions.read, names)] })
  await expect.element(who).not.toBeInTheDocument()
  await type('🏛️')
  await expect.element(chip('🏛️')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(chip('🏛️')).toHaveAccessibleName('🏛️ 2 personas')
  await expect.element(add).toHaveFocus()
  await expect.poll(() => sentTo(reactions.add)).toEqual([{ emoji: '🏛️' }])
  await who.click()
  await expect.element(page.getByText('Safo e Hipatia')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(who).toHaveFocus()
})

test('of many people the names of all can be asked for', async () => {
  const many = { ...of('👍', hipatia, safo), count: 102 }
  const names = Array.from({ length: 102 }, (_, n) => `Persona ${n}`)
  const named = answer(reactions.read, ({ query }) => [
    { ...many, is_mine: true, names: query.get('all') === 'true' ? names : names.slice(0, 100) },
  ])
  await openPost([many], { answers: [named] })
  await who.click()
  await expect.element(page.getByText(/Persona 0, .*, Persona 99 y 2 más$/)).toBeVisible()
  await page.getByRole('button', { name: 'y 2 más', exact: true }).click()
  await expect.element(page.getByText(/Persona 0, .* y Persona 101$/)).toBeVisible()
  await expectAccessible('the names of all')
})

test.each([
  ['ja', 422, 'Tiene que ser un solo emoji', 'Tu reacción no se ha guardado. Tiene que ser un solo emoji'],
  ['🙏', 403, undefined, 'Tu reacción no se ha guardado.'],
])('%s, which is refused with %i, is taken back with a text', async (emoji, status, detail, said) => {
  await openPost([], { answers: [refuse(reactions.add, status, detail, 'invalid')] })
  await type(emoji)
  await expect.element(toast(said)).toBeVisible()
  await expect.element(chip(emoji)).not.toBeInTheDocument()
})

test('reactions of others appear on the open pages of posts and news items, with one’s own among them', async () => {
  const news = newsOf(newsItem)
  for (const kind of ['post', 'news'] as const) {
    if (kind === 'post') await openPost([])
    else await openPage('/news', { answers: [answer(reactions.remove, []), ...news.answers] })
    await expect.element(add).toBeVisible()
    await connect()
    const { id } = kind === 'post' ? post : newsItem
    // said again until it is heard: a page that is drawn doesn't listen yet
    const pressedAfter = (person: OwnUser) =>
      expect.poll(() => {
        happens('reactions_changed', { kind, id, reactions: [of('❤️', person)] })
        return chip('❤️').query()?.ariaPressed
      })
    await pressedAfter(hipatia).toBe('false')
    await expect.element(chip('❤️')).toHaveAccessibleName('❤️ 1 persona')
    await pressedAfter(safo).toBe('true')
  }
  await chip('❤️').click()
  await expect.element(chip('❤️')).not.toBeInTheDocument()
  await expect.element(who).not.toBeInTheDocument()
  await expect.poll(() => sentTo(reactions.remove)).toEqual([{ emoji: '❤️' }])
})

test('the cards of the blog show the reactions, and nothing without them', async () => {
  const listed = [
    { ...post, title: 'Con algo', reactions: [of('👍', hipatia)] },
    { ...post, id: idOf(11), title: 'Sin nada' },
  ]
  const stored = answer(reactions.add, [of('👍', hipatia, safo)])
  await openPage('/blog', { answers: [answer(posts.list, listed), stored, ...besidesPost] })
  const card = (title: string) => main.getByRole('article').filter({ hasText: title })
  await expect.element(chip('👍', card('Con algo'))).toHaveAccessibleName('👍 1 persona')
  await expect.element(card('Sin nada')).toBeVisible()
  await expect.element(card('Sin nada').getByRole('group', { name: 'Reacciones' })).not.toBeInTheDocument()
  await chip('👍', card('Con algo')).click()
  await expect.element(chip('👍', card('Con algo'))).toHaveAccessibleName('👍 2 personas')
})

test.each(['desktop', 'phone'] as const)('reactions, picker and names are accessible (%s)', async (screen) => {
  const emoji = ['❤️', '👍', '😂', '😮', '😢', '🙏', '🎉', '👏', '🔥', '☕', '🌻', '🏛️']
  const many = emoji.map((one, place) => (place < 3 ? of(one, hipatia, safo) : of(one, hipatia)))
  const names = many.map((one, place) => ({
    ...one,
    is_mine: place < 3,
    names: ['Hipatia', 'Safo'].slice(0, one.count),
  }))
  const answers = [answer(reactions.read, names), answer(comments.list, [commentOf(hipatia, 'Un comentario', 1)])]
  await openPost(many, { screen, answers })
  await expect.element(main.getByText('Un comentario')).toBeVisible()
  expect(group.getByRole('button').elements()).toHaveLength(14)
  await add.click()
  await expect.element(otherField).toBeVisible()
  await expectAccessible('the picker')
  await userEvent.keyboard('{Escape}')
  await who.click()
  await expect.element(page.getByText('Hipatia y Safo').first()).toBeVisible()
  await expectAccessible('the names')
})
