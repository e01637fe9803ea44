// Reactions on everything that takes them, live on other people's pages.
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { expectConnected, messageWith } from '../../support/browser/pages/chat.ts'
import { addComment, commentItems } from '../../support/browser/pages/comments.ts'
import { addButton, chip, choose, reactionsIn, whoButton } from '../../support/browser/pages/reactions.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, overflowOf, type Screen, test } from '../../support/browser/test.ts'

test.use({ serverName: 'reactions' })

test('Safo’s reaction to a post is on Zenón’s open page, and gone when she takes it back', async ({
  server,
  openAs,
}) => {
  const post = await server.hipatia.createPost()
  const zenon = await openAs('Zenón', `/blog/${post.id}`)
  await expect(reactionsIn(zenon)).toHaveCount(1)
  await expect(addButton(zenon)).toBeVisible()
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await choose(safo, '❤️')
  await expect(chip(safo, '❤️')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(zenon, '❤️')).toHaveAccessibleName('❤️ 1 persona')
  await expect(chip(zenon, '❤️')).toHaveAttribute('aria-pressed', 'false')
  await chip(zenon, '❤️').click()
  await expect(chip(safo, '❤️')).toHaveAccessibleName('❤️ 2 personas')
  await chip(safo, '❤️').click()
  await expect(chip(zenon, '❤️')).toHaveAccessibleName('❤️ 1 persona')
  await chip(zenon, '❤️').click()
  await expect(chip(safo, '❤️')).toHaveCount(0)
  await expect(whoButton(safo)).toHaveCount(0)
})

test('comments, news items and things of the archive take reactions, and others see them at once', async ({
  server,
  openAs,
}) => {
  const { hipatia } = server
  const post = await hipatia.createPost()
  await addComment(hipatia, post, 'Un comentario del que reírse')
  await hipatia.call('POST', '/news', { title: 'El faro', url: 'https://faro.example/' })
  await hipatia.addLink('https://alejandria.example/')
  for (const [path, item] of [
    [`/blog/${post.id}`, 'listitem'],
    ['/news', 'listitem'],
    ['/files', 'article'],
  ] as const) {
    const [safo, zenon] = [await openAs('Safo', path), await openAs('Zenón', path)]
    const [hers, his] = [safo, zenon].map((page) =>
      page
        .getByRole('main')
        .getByRole(item)
        .filter({ has: reactionsIn(page) })
        .first(),
    )
    if (!hers || !his) throw new Error('no pages')
    await expect(addButton(his)).toBeVisible()
    await choose(hers, '😂')
    await expect(chip(his, '😂')).toHaveAccessibleName('😂 1 persona')
    await chip(his, '😂').click()
    await expect(chip(hers, '😂')).toHaveAccessibleName('😂 2 personas')
    await safo.close()
    await zenon.close()
  }
})

test('a message in the chat takes reactions, which everybody sees, and is not called edited', async ({
  server,
  openAs,
}) => {
  const zenon = await server.person('Zenón')
  const { id } = await zenon.call<{ id: string }>('POST', '/chat/messages', { message: '¿Quién trae el pan?' })
  const page = await openAs('Safo', '/chat')
  await expectConnected(page)
  const message = messageWith(page, '¿Quién trae el pan?')
  const openMenu = async () => {
    await message.hover()
    await message.getByRole('button', { name: 'Acciones del mensaje de Zenón' }).click()
  }
  await openMenu()
  await page.getByRole('menuitem', { name: 'Reaccionar con 👍' }).click()
  await expect(chip(message, '👍')).toHaveAttribute('aria-pressed', 'true')
  await zenon.call('PUT', `/reactions/message/${id}`, { emoji: '👍' })
  await expect(chip(message, '👍')).toHaveAccessibleName('👍 2 personas')
  await chip(message, '👍').click()
  await expect(chip(message, '👍')).toHaveAccessibleName('👍 1 persona')
  await expect(message.getByText('editado')).toHaveCount(0)
  await openMenu()
  await page.getByRole('menuitem', { name: 'Otro emoji' }).click()
  await page.getByLabel('Otro emoji').fill('🥖')
  await page.keyboard.press('Enter')
  await expect(chip(message, '🥖')).toHaveAttribute('aria-pressed', 'true')
  await zenon.call('DELETE', `/reactions/message/${id}`, { emoji: '👍' })
  await expect(chip(message, '👍')).toHaveCount(0)
})

test('any other emoji can be typed, what isn’t one is refused with a text, and the names are told', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(/422/)
  const post = await server.hipatia.createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await addButton(page).click()
  await page.getByLabel('Otro emoji').fill('🏛️')
  await page.keyboard.press('Enter')
  await expect(chip(page, '🏛️')).toHaveAttribute('aria-pressed', 'true')
  await expect(addButton(page)).toBeFocused()
  await addButton(page).click()
  await page.getByLabel('Otro emoji').fill('ja')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Tu reacción no se ha guardado. Tiene que ser un solo emoji')).toBeVisible()
  await expect(chip(page, 'ja')).toHaveCount(0)
  await server.hipatia.call('PUT', `/reactions/post/${post.id}`, { emoji: '🏛️' })
  await expect(chip(page, '🏛️')).toHaveAccessibleName('🏛️ 2 personas')
  await whoButton(page).click()
  await expect(page.getByText('Safo e Hipatia')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whoButton(page)).toBeFocused()
})

test('a reaction that is refused is taken back with a text', async ({ server, openAs, pageErrors }) => {
  pageErrors.tolerate(/403/)
  const post = await server.hipatia.createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await refuse(page, `**/api/reactions/post/${post.id}`, 403)
  await choose(page, '🙏')
  await expect(toast(page, /Tu reacción no se ha guardado\./)).toBeVisible()
  await expect(chip(page, '🙏')).toHaveCount(0)
})

test('the cards of the blog show the reactions, and nothing without them', async ({ server, openAs }) => {
  const { hipatia } = server
  await hipatia.createPost({ title: 'Sin nada' })
  const post = await hipatia.createPost({ title: 'Con algo' })
  await hipatia.call('PUT', `/reactions/post/${post.id}`, { emoji: '👍' })
  const page = await openAs('Safo', '/blog')
  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  await expect(chip(card('Con algo'), '👍')).toHaveAccessibleName('👍 1 persona')
  await expect(reactionsIn(card('Sin nada'))).toHaveCount(0)
  await chip(card('Con algo'), '👍').click()
  await expect(chip(card('Con algo'), '👍')).toHaveAccessibleName('👍 2 personas')
})

for (const screen of ['desktop', 'phone'] satisfies Screen[])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds no problem in reactions, picker and names on a ${screen} screen in the ${colorScheme} theme, and targets are big enough`, async ({
      server,
      openAs,
    }) => {
      const { hipatia } = server
      const safo = await server.person('Safo')
      const post = await hipatia.createPost()
      await addComment(hipatia, post, 'Un comentario')
      const many = ['❤️', '👍', '😂', '😮', '😢', '🙏', '🎉', '👏', '🔥', '☕', '🌻', '🏛️']
      for (const emoji of many) await hipatia.call('PUT', `/reactions/post/${post.id}`, { emoji })
      for (const emoji of many.slice(0, 3)) await safo.call('PUT', `/reactions/post/${post.id}`, { emoji })
      const page = await openAs('Safo', `/blog/${post.id}`, { screen, colorScheme, reducedMotion: 'reduce' })
      const group = reactionsIn(page).first()
      await expect(group.getByRole('button')).toHaveCount(14)
      await expect(commentItems(page)).toHaveCount(1)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await group.getByRole('button', { name: 'Reaccionar', exact: true }).click()
      await expect(page.getByLabel('Otro emoji')).toBeVisible()
      await expectAccessible(page, 'the picker')
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      if (screen === 'phone')
        for (const button of await group.getByRole('button').all()) {
          const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
        }
      await group.getByRole('button', { name: 'Quién' }).click()
      await expect(page.getByText('Hipatia y Safo').first()).toBeVisible()
      await expectAccessible(page, 'the names')
    })
