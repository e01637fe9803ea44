// Reactions without a network wait on the device and are sent once, also after the page was closed.
import type { Reaction } from '../../../contract/content/reactions.ts'
import { expectConnected, messageWith } from '../../support/browser/pages/chat.ts'
import { addButton, chip, choose } from '../../support/browser/pages/reactions.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'reactions-offline' })

test('Telesila reacts without a network, changes her mind, and everybody sees her last choice once the network is back', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|failed |WebSocket|status 0/)
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

test('Telesila’s reaction in the chat without a network is sent from another page after a reload', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|failed |WebSocket|status 0/)
  const { hipatia } = server
  const { id } = await hipatia.call<{ id: string }>('POST', '/chat/messages', { message: '¿Quién trae el vino?' })
  await hipatia.call('PUT', `/reactions/message/${id}`, { emoji: '👍' })
  const [page, other] = [await openAs('Telesila', '/chat'), await openAs('Amparo', '/chat')]
  for (const each of [page, other]) await expectConnected(each)
  const chipOf = (shown: typeof page) => chip(messageWith(shown, '¿Quién trae el vino?'), '👍')
  await expect(chipOf(other)).toHaveAccessibleName('👍 1 persona')
  // the request gets no answer: the page is left before it is repeated
  await page.route('**/api/reactions/**', (route) => route.abort())
  await chipOf(page).click()
  await expect(chipOf(page)).toHaveAccessibleName('👍 2 personas')
  await page.reload()
  await expect(chipOf(page)).toHaveAccessibleName('👍 2 personas')
  await expect(chipOf(other)).toHaveAccessibleName('👍 1 persona')
  await page.unroute('**/api/reactions/**')
  await page.goto('/news')
  await expect(chipOf(other)).toHaveAccessibleName('👍 2 personas')
})
