// Photos and answers that a member writes in the chat while the telephone has no network.
import type { ChatMessage } from '../../../contract/chat.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { expectConnected, messageField, messageWith, sendMessages } from '../../support/browser/pages/chat.ts'
import { workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-photos' })

test('a photo that Corina chooses without a network waits, and goes into her message when the network is back', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(...serverIsAway)
  const page = await openAs('Corina', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await page.goto('/chat')
  await expectConnected(page)
  await page.context().setOffline(true)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Foto o archivo', exact: true }).click()
  const { name, type, bytes } = fixture('foto.jpg')
  await (await chooser).setFiles({ name, mimeType: type, buffer: Buffer.from(bytes) })
  await expect(page.getByRole('region', { name: 'Subidas' })).toContainText('foto.jpg')
  await expect(page.getByRole('region', { name: 'Subidas' })).toContainText('Sin conexión')
  await page.context().setOffline(false)
  await expect(messageField(page)).toHaveValue(/^\{\{file:[0-9a-f]{32}\|foto\.jpg\}\}$/)
  await messageField(page).press('Enter')
  await expect(messageWith(page, 'foto.jpg')).toHaveCount(1)
  const stored = () => server.hipatia.call<ChatMessage[]>('GET', '/chat/messages')
  await expect.poll(stored).toHaveLength(1)
  expect(await server.hipatia.call('GET', '/files')).toMatchObject([{ original_name: 'foto.jpg' }])
})

test('an answer that Nosis writes without a network is sent once, also after a reload', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(...serverIsAway)
  await sendMessages(server.hipatia, '¿Quién trae el pan?')
  const page = await openAs('Nosis', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await page.goto('/chat')
  await expect(messageWith(page, '¿Quién trae el pan?')).toBeVisible()
  await expectConnected(page)
  await page.context().setOffline(true)
  await messageWith(page, '¿Quién trae el pan?').tap()
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await messageField(page).fill('Yo.')
  await messageField(page).press('Enter')
  await expect(messageWith(page, 'Yo.')).toBeVisible()
  page.on('dialog', (leave) => void leave.accept())
  await page.reload()
  await expect(messageWith(page, 'Yo.')).toBeVisible()
  await page.context().setOffline(false)
  const stored = async () =>
    (await server.hipatia.call<ChatMessage[]>('GET', '/chat/messages'))
      .slice(-2)
      .map(({ message, quote }) => [message, quote?.excerpt])
  await expect.poll(stored).toEqual([
    ['¿Quién trae el pan?', undefined],
    ['Yo.', '¿Quién trae el pan?'],
  ])
  await expect(messageWith(page, 'Yo.')).toHaveCount(1)
})
