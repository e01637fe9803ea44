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
