// Pictures and files that a member puts into the chat: they go to the archive, and are shown small.
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse } from '../../support/browser/network.ts'
import { archiveOf, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expectConnected, messageField, messageList, messageWith } from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.use({ serverName: 'chat-attachments' })

const token = /\{\{file:[0-9a-f]{32}\|/
const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })

async function choose(page: Page, ...names: string[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Foto o archivo', exact: true }).click()
  const files = names.map((name) => fixture(name))
  await (await chooser).setFiles(
    files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: Buffer.from(bytes) })),
  )
}

test('a photo of Corina is sent with her words, shown small, and opens in the viewer', async ({ server, openAs }) => {
  const page = await openAs('Corina', '/chat', { screen: 'phone' })
  await expectConnected(page)
  await messageField(page).fill('Mirad qué tarde ')
  const delayed = await delayResponse(page, '**/api/files/uploads')
  await choose(page, 'foto.jpg')
  await expect(page.getByRole('region', { name: 'Subidas' })).toContainText('foto.jpg')
  await expect(page.getByText('Se podrá enviar cuando termine la subida.')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await messageField(page).press('Enter')
  await expectAccessible(page, 'an upload in the chat')
  delayed.release()
  await expect(messageField(page)).toHaveValue(token)
  await expect(page.getByRole('region', { name: 'Subidas' })).toHaveCount(0)
  await waitForImageVersions(server)
  await sendButton(page).click()
  const said = messageWith(page, 'Mirad qué tarde')
  await expect(said).toHaveCount(1)
  const picture = said.getByRole('link', { name: 'Imagen: foto.jpg' })
  await expect
    .poll(() => picture.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(200)

  await picture.press('Enter')
  const viewer = page.getByRole('dialog', { name: /^foto\.jpg/ })
  await expect(viewer.getByRole('img', { name: 'foto.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(picture).toBeFocused()
})

test('a pasted picture and dropped files go into the message one after the other', async ({ server, openAs }) => {
  const page = await openAs('Nosis', '/chat')
  await expectConnected(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
  })
  await messageField(page).press('ControlOrMeta+v')
  await expect(messageField(page)).toHaveValue(/^\{\{file:[0-9a-f]{32}\|Imagen pegada [\d .-]+\.png\}\}$/)
  const dragged = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    for (const name of ['uno.txt', 'dos.txt']) transfer.items.add(new File([name], name, { type: 'text/plain' }))
    return transfer
  })
  await messageField(page).dispatchEvent('drop', { dataTransfer: dragged })
  await expect(messageField(page)).toHaveValue(/uno\.txt\}\}\n\{\{file:[0-9a-f]{32}\|dos\.txt\}\}$/)
  await messageField(page).press('Enter')
  await expect(messageList(page).getByRole('link', { name: 'dos.txt' })).toBeVisible()
  await expect(messageList(page).getByRole('link', { name: 'uno.txt' })).toBeVisible()
  const stored = await archiveOf(await server.person('Nosis'))
  const names = stored.map(({ original_name }) => original_name).sort()
  expect(names).toEqual([expect.stringMatching(/^Imagen pegada/), 'dos.txt', 'uno.txt'])
})
