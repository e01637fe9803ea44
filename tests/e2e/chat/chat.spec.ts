// The chat, with two people in it (SPEC §2, "Chat"; §8).
import { expectAccessible } from '../../support/browser/axe.ts'
import { blockLiveConnection, delayResponse, liveConnectionFailure } from '../../support/browser/network.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expectConnected, messageField, messageList, messageWith } from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.use({ serverName: 'chat' })

const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })

async function sendMessage(page: Page, words: string) {
  await messageField(page).fill(words)
  await messageField(page).press('Enter')
}

test('Safo and Hipatia talk: each sees what the other says, once, and who says it', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  await expect(safo).toHaveTitle('Community Chat · Alejandría')
  await expect(safo.getByRole('heading', { name: 'Community Chat', level: 1 })).toBeVisible()
  await Promise.all([expectConnected(safo), expectConnected(hipatia)])
  await expect(safo.getByText('Escribiendo como: Safo', { exact: true })).toBeVisible()
  await expect(hipatia.getByText('Escribiendo como: Hipatia (Admin)', { exact: true })).toBeVisible()

  await sendMessage(safo, 'Buenos días, Hipatia')
  await expect(messageField(safo)).toHaveValue('')
  await expect(messageField(safo)).toBeFocused()
  await expect(messageWith(hipatia, 'Buenos días, Hipatia')).toContainText('Safo')
  await sendMessage(hipatia, 'Buenos días, Safo')
  await expect(messageWith(safo, 'Buenos días, Safo')).toContainText('Hipatia')
  for (const page of [safo, hipatia]) {
    await expect(messageWith(page, 'Buenos días, Hipatia')).toHaveCount(1)
    await expect(messageWith(page, 'Buenos días, Safo')).toHaveCount(1)
    await expect(messageList(page).getByText('Enviando…')).toHaveCount(0)
  }
  await safo.reload()
  await expect(messageWith(safo, 'Buenos días, Hipatia')).toHaveCount(1)
})

test("Safo sees in the ribbon all people online, and '(tú)' only at her own name", async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/home')]
  const ribbon = safo.getByRole('list', { name: 'Personas conectadas' })
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Hipatia' })).toBeVisible()
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Safo' })).toContainText('(tú)')
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Hipatia' })).not.toContainText('(tú)')
  await expect(hipatia.getByRole('banner').getByRole('button', { name: /2 online/ })).toBeVisible()
})

test('Shift+Enter adds a line break, Enter of a composition sends nothing, and blank or too long texts are not sent', async ({
  openAs,
}) => {
  const safo = await openAs('Safo', '/chat')
  await expectConnected(safo)
  await expect(send(safo)).toBeDisabled()
  await messageField(safo).fill('   ')
  await expect(send(safo)).toBeDisabled()
  await messageField(safo).press('Enter')
  await expect(messageField(safo)).toHaveValue('   ')

  await messageField(safo).fill('verso uno')
  await messageField(safo).press('Shift+Enter')
  await messageField(safo).pressSequentially('verso dos')
  await messageField(safo).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  await messageField(safo).dispatchEvent('keydown', {
    key: 'Enter',
    isComposing: true,
    bubbles: true,
    cancelable: true,
  })
  await expect(messageField(safo)).toHaveValue('verso uno\nverso dos')
  await send(safo).click()
  await expect(messageWith(safo, 'verso uno')).toHaveText(/verso uno\nverso dos/, { useInnerText: true })
  await expect(messageField(safo)).toBeFocused()

  await messageField(safo).fill('a'.repeat(4001))
  await expect(safo.getByText('El mensaje no puede tener más de 4000 caracteres')).toBeVisible()
  await messageField(safo).press('Enter')
  await expect(messageField(safo)).toHaveValue('a'.repeat(4001))
  await messageField(safo).fill('a'.repeat(4000))
  await messageField(safo).press('Enter')
  await expect(messageField(safo)).toHaveValue('')
  await expect(messageWith(safo, 'aaaaaaaaaa')).toHaveCount(1)
  expect(await messageList(safo).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('consecutive messages of one person share one name, and each day has a heading', async ({ openAs, server }) => {
  const [zenon, porcia] = [await server.person('Zenón'), await server.person('Porcia')]
  for (const words of ['La tortuga sale antes', 'Y llega antes'])
    await zenon.call('POST', '/chat/messages', { message: words })
  await porcia.call('POST', '/chat/messages', { message: 'Eso habría que verlo' })
  const safo = await openAs('Safo', '/chat')
  await expect(messageWith(safo, 'La tortuga sale antes')).toContainText('Zenón')
  await expect(messageWith(safo, 'Y llega antes')).not.toContainText('Zenón')
  await expect(messageWith(safo, 'Eso habría que verlo')).toContainText('Porcia')
  await expect(messageList(safo).getByRole('heading', { name: 'hoy', exact: true })).toBeVisible()
  // The time is in the text for people without a mouse.
  await expect(messageWith(safo, 'Y llega antes').locator('time')).toHaveText(/^\d{1,2}:\d{2}$/)

  const said = new Date()
  const later = (days: number) => (page: Page) => page.clock.setFixedTime(said.getTime() + days * 86_400_000)
  const tomorrow = await openAs('Hipatia', '/chat', { before: later(1) })
  await expect(messageList(tomorrow).getByRole('heading', { name: 'ayer', exact: true })).toBeVisible()
  const another = await openAs('Hipatia', '/chat', { before: later(3) })
  const format = new Intl.DateTimeFormat('es', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Europe/Madrid',
  })
  await expect(messageList(another).getByRole('heading', { name: format.format(said) })).toBeVisible()
})

test('in a message addresses and link tokens are links, HTML is text, and a linked image is shown', async ({
  openAs,
  server,
}) => {
  const { hipatia } = server
  const photo = await hipatia.uploadFile(fixture('foto.jpg'))
  await waitForImageVersions(server)
  const post = await hipatia.createPost({ title: 'El faro de noche' })
  const nobody = 'f'.repeat(32)
  await hipatia.call('POST', '/chat/messages', {
    message: [
      `<b>Mira</b> https://museo.example/faro y ${server.url}/blog/${post.id}`,
      `{{post:${post.id}|lo del faro}} {{file:${photo.id}|la foto}} {{file:${nobody}|lo perdido}} javascript:alert(1)`,
    ].join('\n'),
  })
  const safo = await openAs('Safo', '/chat')
  const said = messageWith(safo, '<b>Mira</b>')
  const foreign = said.getByRole('link', { name: 'https://museo.example/faro' })
  await expect(foreign).toHaveAttribute('href', 'https://museo.example/faro')
  await expect(foreign).toHaveAttribute('target', '_blank')
  await expect(foreign).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(said.getByRole('link', { name: 'la foto', exact: true })).toHaveAttribute('target', '_blank')
  await expect(said.getByRole('link', { name: 'Imagen: la foto' })).toHaveAttribute('href', /\/content\/original\./)
  const picture = said.getByRole('img', { name: 'Imagen: la foto' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(said.getByText('lo perdido (file not found)')).toBeVisible()
  await expect(said.getByRole('link')).toHaveCount(5)
  await said.getByRole('link', { name: `${server.url}/blog/${post.id}` }).click()
  await expect(safo.getByRole('heading', { name: 'El faro de noche', level: 1 })).toBeVisible()
})

test('Safo inserts the link of a file from the archive at the cursor', async ({ openAs, server }) => {
  const acta = await server.hipatia.uploadFile(fixture('acta.pdf'))
  const safo = await openAs('Safo', '/chat')
  await messageField(safo).fill('Aquí está  para todos')
  await messageField(safo).press('Home')
  for (const _ of 'Aquí está ') await messageField(safo).press('ArrowRight')
  await safo.getByRole('button', { name: 'Link File' }).click()
  const picker = safo.getByRole('dialog', { name: 'Select File to Link' })
  await picker.getByRole('option').filter({ hasText: 'acta.pdf' }).click()
  await expect(messageField(safo)).toHaveValue(`Aquí está {{file:${acta.id}|acta.pdf}} para todos`)
  await expect(messageField(safo)).toBeFocused()
  await messageField(safo).press('Enter')
  await expect(messageWith(safo, 'para todos').getByRole('link', { name: 'acta.pdf' })).toBeVisible()
})

test('Safo sees that Hipatia is typing until her message arrives', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  await Promise.all([expectConnected(safo), expectConnected(hipatia)])
  await messageField(hipatia).pressSequentially('Estoy en ello')
  // A signal is dropped while the new connection is busy, and the next one comes with a letter three seconds later.
  const isSeenTyping = async () => {
    await messageField(hipatia).press('.')
    return await safo.getByText('Hipatia está escribiendo…').isVisible()
  }
  await expect.poll(isSeenTyping).toBe(true)
  await expect(hipatia.getByText(/está escribiendo/)).toHaveCount(0)
  await messageField(hipatia).press('Enter')
  await expect(messageWith(safo, 'Estoy en ello')).toBeVisible()
  // earlier than the typing signal would expire
  await expect(safo.getByText(/escribiendo…/)).toHaveCount(0, { timeout: 2000 })
})

test("without the live connection the chat shows 'Desconectado' and still sends messages", async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(liveConnectionFailure)
  const safo = await openAs('Safo', '/chat', {
    before: blockLiveConnection,
  })
  await expect(safo.getByText('Desconectado', { exact: true })).toBeVisible()
  await sendMessage(safo, 'Por el otro camino')
  await expect(messageWith(safo, 'Por el otro camino')).toBeVisible()
  await expect(messageField(safo)).toHaveValue('')
  const hipatia = await openAs('Hipatia', '/chat')
  await expect(messageWith(hipatia, 'Por el otro camino')).toHaveCount(1)
})

test('a refused message can be sent again, or discarded and edited in the field', async ({ openAs, pageErrors }) => {
  pageErrors.expect('403 POST /api/chat/messages')
  pageErrors.tolerate(liveConnectionFailure) // there is no live connection
  let answer: { status: number; body: string } | undefined = { status: 403, body: '' }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      await page.route('**/api/chat/messages', (route) =>
        answer && route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
      )
    },
  })
  await sendMessage(safo, 'Esto no llega')
  const failed = messageWith(safo, 'Esto no llega')
  await expect(failed.getByRole('alert')).toContainText('Failed to send message')
  answer = undefined
  const stored = safo.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/chat/messages') && response.ok(),
  )
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await expect(messageField(safo)).toBeFocused()
  await stored
  await expect(failed.getByRole('alert')).toHaveCount(0)
  await expect(failed).toHaveCount(1)

  answer = { status: 403, body: JSON.stringify({ detail: 'Hoy no se habla.', code: 'not_allowed' }) }
  await sendMessage(safo, 'Y esto tampoco')
  await expect(messageWith(safo, 'Y esto tampoco').getByRole('alert')).toContainText('Hoy no se habla.')
  await messageField(safo).fill('Otra cosa que empecé')
  await messageWith(safo, 'Y esto tampoco').getByRole('button', { name: 'Descartar' }).click()
  await expect(messageWith(safo, 'Y esto tampoco')).toHaveCount(0)
  await expect(messageField(safo)).toHaveValue('Y esto tampoco\nOtra cosa que empecé')
  await expect(messageField(safo)).toBeFocused()
})

test("a message shows 'Enviando…' after one second, until it is stored", async ({ openAs, pageErrors }) => {
  pageErrors.tolerate(liveConnectionFailure) // there is no live connection
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      delayed = await delayResponse(page, /\/api\/chat\/messages$/)
      await page.clock.install()
    },
  })
  await expect(messageList(safo)).toBeVisible()
  await safo.clock.pauseAt(Date.now() + 60_000)
  await sendMessage(safo, 'Con calma')
  await expect(messageWith(safo, 'Con calma')).toHaveCount(1)
  await safo.clock.runFor(900)
  await expect(messageWith(safo, 'Con calma')).not.toContainText('Enviando…')
  // the second may have begun as late as now: it is counted from the message's first effect
  await safo.clock.runFor(1100)
  await expect(messageWith(safo, 'Con calma')).toContainText('Enviando…')
  await safo.clock.resume()
  delayed.release()
  await expect(messageWith(safo, 'Con calma')).not.toContainText('Enviando…')
})

test('a failure to load the messages is shown, and a retry loads them', async ({ openAs, pageErrors }) => {
  pageErrors.expect('403 GET /api/chat/messages')
  pageErrors.tolerate(liveConnectionFailure) // a live connection would make the page load again
  let isClosed = true
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      await page.route('**/api/chat/messages*', (route) =>
        isClosed ? route.fulfill({ status: 403 }) : route.fallback(),
      )
    },
  })
  await expect(safo.getByRole('alert')).toContainText('Failed to fetch messages')
  isClosed = false
  await safo.getByRole('button', { name: 'Reintentar' }).click()
  await expect(safo.getByRole('alert')).toHaveCount(0)
  await expect(messageList(safo)).toBeVisible()
})

test('a message sent before the list has loaded is visible, even if the list fails to load', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('403 GET /api/chat/messages')
  pageErrors.tolerate(liveConnectionFailure) // there is no live connection
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      await page.route('**/api/chat/messages', () => {})
      await page.route(/messages\?/, (route) => route.fulfill({ status: 403 }))
      delayed = await delayResponse(page, /messages\?/)
    },
  })
  await expect(safo.getByText('Cargando mensajes...')).toBeAttached()
  await sendMessage(safo, '¿Se me oye?')
  await expect(messageWith(safo, '¿Se me oye?')).toBeInViewport()
  delayed.release()
  await expect(safo.getByText('Failed to fetch messages')).toBeVisible()
  await expect(messageWith(safo, '¿Se me oye?')).toBeInViewport()
})

test('a draft in the message field survives a reload', async ({ openAs }) => {
  const safo = await openAs('Safo', '/chat')
  await messageField(safo).fill('A medio escribir')
  await safo.reload()
  await expect(messageField(safo)).toHaveValue('A medio escribir')
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`axe finds no problem in the chat on a ${screen} screen`, async ({ openAs, server }) => {
    const photo = await server.hipatia.uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    await server.hipatia.call('POST', '/chat/messages', {
      message: `https://museo.example y {{file:${photo.id}|foto}}`,
    })
    const safo = await openAs('Safo', '/chat', { screen })
    await expectConnected(safo)
    await sendMessage(safo, 'Hola')
    await expect(messageWith(safo, 'Hola').last()).toBeVisible()
    await expect(safo.getByRole('img', { name: 'Imagen: foto' }).last()).toBeVisible()
    await expectAccessible(safo, 'the chat')
  })
