// Reactions with several people and without a network (picker, names, refusals, posts and news: tests/web/reactions).
import type { Reaction } from '../../../contract/content/reactions.ts'
import { expectConnected, messageWith } from '../../support/browser/pages/chat.ts'
import { addComment } from '../../support/browser/pages/comments.ts'
import { expect, type Locator, type Page, test } from '../../support/browser/test.ts'

const lostNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|failed |WebSocket|status 0/
const reactionsIn = (within: Page | Locator) => within.getByRole('group', { name: 'Reacciones' })
const chip = (within: Page | Locator, emoji: string) =>
  reactionsIn(within).getByRole('button', { name: new RegExp(`^${emoji} \\d+ personas?$`) })
const addButton = (within: Page | Locator) =>
  reactionsIn(within).getByRole('button', { name: 'Reaccionar', exact: true })

/** Opens the popover and presses one of the six. */
async function choose(within: Page | Locator, emoji: string) {
  await addButton(within).click()
  await reactionsIn(within)
    .getByRole('button', { name: `Reaccionar con ${emoji}` })
    .click()
}

test('comments and things of the archive take reactions, which others see at once', async ({ server, openAs }) => {
  const { hipatia } = server
  const post = await hipatia.createPost()
  await addComment(hipatia, post, 'Un comentario del que reírse')
  await hipatia.addLink('https://alejandria.example/')
  const [safo, zenon] = [await openAs('Safo', '/home', { screen: 'phone' }), await openAs('Zenón', '/home')]
  for (const [path, item] of [
    [`/blog/${post.id}`, 'listitem'],
    ['/files', 'article'],
  ] as const) {
    for (const page of [safo, zenon]) await page.goto(path)
    const [hers, his] = [safo, zenon].map((page) =>
      page
        .getByRole('main')
        .getByRole(item)
        .filter({ has: reactionsIn(page) })
        .first(),
    ) as [Locator, Locator]
    await expect(addButton(his)).toBeVisible()
    await choose(hers, '😂')
    await expect(chip(hers, '😂')).toHaveAttribute('aria-pressed', 'true')
    await expect(chip(his, '😂')).toHaveAccessibleName('😂 1 persona')
    await expect(chip(his, '😂')).toHaveAttribute('aria-pressed', 'false')
    await chip(his, '😂').click()
    await expect(chip(hers, '😂')).toHaveAccessibleName('😂 2 personas')
    // for a finger
    for (const button of await reactionsIn(hers).getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await chip(hers, '😂').click()
    await expect(chip(his, '😂')).toHaveAccessibleName('😂 1 persona')
    await chip(his, '😂').click()
    await expect(chip(hers, '😂')).toHaveCount(0)
    await expect(reactionsIn(hers).getByRole('button', { name: 'Quién', exact: true })).toHaveCount(0)
  }
})

test('a message takes reactions, which everybody sees, and isn’t called edited; one is sent later from another page', async ({
  server,
  openAs,
  pageErrors,
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

  expect(pageErrors.problems()).toEqual([])
  pageErrors.tolerate(lostNetwork)
  const other = await openAs('Amparo', '/chat')
  await expectConnected(other)
  await zenon.call('PUT', `/reactions/message/${id}`, { emoji: '👍' })
  const shown = chip(messageWith(other, '¿Quién trae el pan?'), '👍')
  await expect(shown).toHaveAccessibleName('👍 1 persona')
  // the request gets no answer: the page is left before it is repeated
  await page.route('**/api/reactions/**', (route) => route.abort())
  await chip(message, '👍').click()
  await expect(chip(message, '👍')).toHaveAccessibleName('👍 2 personas')
  await page.reload()
  await expect(chip(message, '👍')).toHaveAccessibleName('👍 2 personas')
  await expect(shown).toHaveAccessibleName('👍 1 persona')
  await page.unroute('**/api/reactions/**')
  await page.goto('/news')
  await expect(shown).toHaveAccessibleName('👍 2 personas')
})

test('the last of Telesila’s reactions without a network reaches everybody', async ({ server, openAs, pageErrors }) => {
  pageErrors.tolerate(lostNetwork)
  const { hipatia } = server
  const post = await hipatia.createPost()
  await hipatia.call('PUT', `/reactions/post/${post.id}`, { emoji: '😂' })
  const telesila = await server.person('Telesila')
  await telesila.call('PUT', `/reactions/post/${post.id}`, { emoji: '🙏' })
  const counts = async () =>
    (await hipatia.call<Reaction[]>('GET', `/reactions/post/${post.id}`)).map(({ emoji, count }) => `${emoji}${count}`)
  const page = await openAs('Telesila', `/blog/${post.id}`)
  await expect(chip(page, '😂')).toHaveAttribute('aria-pressed', 'false')
  await expect(chip(page, '🙏')).toHaveAttribute('aria-pressed', 'true')

  // its code isn't on the device without the service worker
  await addButton(page).click()
  await expect(page.getByLabel('Otro emoji')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.context().setOffline(true)
  await choose(page, '❤️')
  await chip(page, '😂').click()
  await chip(page, '🙏').click()
  await choose(page, '👍')
  await chip(page, '👍').click()
  await expect(chip(page, '❤️')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, '😂')).toHaveAccessibleName('😂 2 personas')
  await expect(chip(page, '🙏')).toHaveCount(0)
  await expect(chip(page, '👍')).toHaveCount(0)
  expect(await counts()).toEqual(['😂1', '🙏1'])

  await page.context().setOffline(false)
  await expect.poll(counts).toEqual(['😂2', '❤️1'])
  const other = await openAs('Amparo', `/blog/${post.id}`)
  await expect(chip(other, '❤️')).toHaveAccessibleName('❤️ 1 persona')
  await expect(chip(page, '😂')).toHaveAccessibleName('😂 2 personas')
  const waiting = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(' reactions ')))
  await expect.poll(waiting).toEqual([])
})
