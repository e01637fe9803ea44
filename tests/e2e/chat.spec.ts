// The chat, with two people in it (SPEC §2, "Chat"; §8).
import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { failedLive, holdBack, withoutLive } from './support/gate.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ houseName: 'chat' })

const list = (page: Page) => page.getByRole('region', { name: 'Mensajes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })
const message = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })
const isConnected = (page: Page) => expect(page.getByText('Conectados', { exact: true })).toBeVisible()

async function say(page: Page, words: string) {
  await field(page).fill(words)
  await field(page).press('Enter')
}

test('Safo and Hipatia talk: each sees what the other says, once, and who says it', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  await expect(safo).toHaveTitle('Community Chat · Alejandría')
  await expect(safo.getByRole('heading', { name: 'Community Chat', level: 1 })).toBeVisible()
  await Promise.all([isConnected(safo), isConnected(hipatia)])
  await expect(safo.getByText('Escribiendo como: Safo', { exact: true })).toBeVisible()
  await expect(hipatia.getByText('Escribiendo como: Hipatia (Admin)', { exact: true })).toBeVisible()

  await say(safo, 'Buenos días, Hipatia')
  await expect(field(safo)).toHaveValue('')
  await expect(field(safo)).toBeFocused()
  await expect(message(hipatia, 'Buenos días, Hipatia')).toContainText('Safo')
  await say(hipatia, 'Buenos días, Safo')
  await expect(message(safo, 'Buenos días, Safo')).toContainText('Hipatia')
  for (const page of [safo, hipatia]) {
    await expect(message(page, 'Buenos días, Hipatia')).toHaveCount(1)
    await expect(message(page, 'Buenos días, Safo')).toHaveCount(1)
    await expect(list(page).getByText('Enviando…')).toHaveCount(0)
  }
  await safo.reload()
  await expect(message(safo, 'Buenos días, Hipatia')).toHaveCount(1)
})

test('the ribbon shows who is here, herself marked', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/home')]
  const ribbon = safo.getByRole('list', { name: 'Personas conectadas' })
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Hipatia' })).toBeVisible()
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Safo' })).toContainText('(tú)')
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Hipatia' })).not.toContainText('(tú)')
  await expect(hipatia.getByRole('banner').getByRole('button', { name: /2 online/ })).toBeVisible()
})

test('Shift+Enter breaks the line, Enter of a composition sends nothing, blanks and novels stay', async ({
  openAs,
}) => {
  const safo = await openAs('Safo', '/chat')
  await isConnected(safo)
  await expect(send(safo)).toBeDisabled()
  await field(safo).fill('   ')
  await expect(send(safo)).toBeDisabled()
  await field(safo).press('Enter')
  await expect(field(safo)).toHaveValue('   ')

  await field(safo).fill('verso uno')
  await field(safo).press('Shift+Enter')
  await field(safo).pressSequentially('verso dos')
  await field(safo).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  await field(safo).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  await expect(field(safo)).toHaveValue('verso uno\nverso dos')
  await send(safo).click()
  await expect(message(safo, 'verso uno')).toHaveText(/verso uno\nverso dos/, { useInnerText: true })
  await expect(field(safo)).toBeFocused()

  await field(safo).fill('a'.repeat(4001))
  await expect(safo.getByText('El mensaje no puede tener más de 4000 caracteres')).toBeVisible()
  await field(safo).press('Enter')
  await expect(field(safo)).toHaveValue('a'.repeat(4001))
  await field(safo).fill('a'.repeat(4000))
  await field(safo).press('Enter')
  await expect(field(safo)).toHaveValue('')
  await expect(message(safo, 'aaaaaaaaaa')).toHaveCount(1)
  expect(await list(safo).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('what one person says in a row stands under one name, and days are told apart', async ({ openAs, house }) => {
  const [zenon, porcia] = [await house.person('Zenón'), await house.person('Porcia')]
  for (const words of ['La tortuga sale antes', 'Y llega antes'])
    await zenon.call('POST', '/chat/messages', { message: words })
  await porcia.call('POST', '/chat/messages', { message: 'Eso habría que verlo' })
  const safo = await openAs('Safo', '/chat')
  await expect(message(safo, 'La tortuga sale antes')).toContainText('Zenón')
  await expect(message(safo, 'Y llega antes')).not.toContainText('Zenón')
  await expect(message(safo, 'Eso habría que verlo')).toContainText('Porcia')
  await expect(list(safo).getByRole('heading', { name: 'hoy', exact: true })).toBeVisible()
  // its time is there for who can't point at it
  await expect(message(safo, 'Y llega antes').locator('time')).toHaveText(/^\d{1,2}:\d{2}$/)

  const said = new Date()
  const later = (days: number) => (page: Page) => page.clock.setFixedTime(said.getTime() + days * 86_400_000)
  const tomorrow = await openAs('Hipatia', '/chat', { before: later(1) })
  await expect(list(tomorrow).getByRole('heading', { name: 'ayer', exact: true })).toBeVisible()
  const another = await openAs('Hipatia', '/chat', { before: later(3) })
  const format = new Intl.DateTimeFormat('es', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Europe/Madrid',
  })
  await expect(list(another).getByRole('heading', { name: format.format(said) })).toBeVisible()
})

test('addresses are links, marks are text, tokens lead where they lead in posts, and a picture is seen', async ({
  openAs,
  house,
}) => {
  const { hipatia } = house
  const photo = await hipatia.uploads(fixture('foto.jpg'))
  const post = await hipatia.writes({ title: 'El faro de noche' })
  const nobody = 'f'.repeat(32)
  await hipatia.call('POST', '/chat/messages', {
    message: [
      `<b>Mira</b> https://museo.example/faro y ${house.url}/blog/${post.id}`,
      `{{post:${post.id}|lo del faro}} {{file:${photo.id}|la foto}} {{file:${nobody}|lo perdido}} javascript:alert(1)`,
    ].join('\n'),
  })
  const safo = await openAs('Safo', '/chat')
  const said = message(safo, '<b>Mira</b>')
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
  await said.getByRole('link', { name: `${house.url}/blog/${post.id}` }).click()
  await expect(safo.getByRole('heading', { name: 'El faro de noche', level: 1 })).toBeVisible()
})

test('she links a file of the archive where the cursor stands', async ({ openAs, house }) => {
  const acta = await house.hipatia.uploads(fixture('acta.pdf'))
  const safo = await openAs('Safo', '/chat')
  await field(safo).fill('Aquí está  para todos')
  await field(safo).press('Home')
  for (const _ of 'Aquí está ') await field(safo).press('ArrowRight')
  await safo.getByRole('button', { name: 'Link File' }).click()
  const picker = safo.getByRole('dialog', { name: 'Select File to Link' })
  await picker.getByRole('option').filter({ hasText: 'acta.pdf' }).click()
  await expect(field(safo)).toHaveValue(`Aquí está {{file:${acta.id}|acta.pdf}} para todos`)
  await expect(field(safo)).toBeFocused()
  await field(safo).press('Enter')
  await expect(message(safo, 'para todos').getByRole('link', { name: 'acta.pdf' })).toBeVisible()
})

test('Safo sees that Hipatia is writing, until her message is there', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  await Promise.all([isConnected(safo), isConnected(hipatia)])
  await field(hipatia).pressSequentially('Estoy en ello')
  await expect(safo.getByText('Hipatia está escribiendo…')).toBeVisible()
  await expect(hipatia.getByText(/está escribiendo/)).toHaveCount(0)
  await field(hipatia).press('Enter')
  await expect(message(safo, 'Estoy en ello')).toBeVisible()
  // sooner than her last sign would end by itself
  await expect(safo.getByText(/escribiendo…/)).toHaveCount(0, { timeout: 2000 })
})

test('without the live connection it says so, and messages go all the same', async ({ openAs, trouble }) => {
  trouble.expect(failedLive)
  const safo = await openAs('Safo', '/chat', {
    before: withoutLive,
  })
  await expect(safo.getByText('Desconectado', { exact: true })).toBeVisible()
  await say(safo, 'Por el otro camino')
  await expect(message(safo, 'Por el otro camino')).toBeVisible()
  await expect(field(safo)).toHaveValue('')
  const hipatia = await openAs('Hipatia', '/chat')
  await expect(message(hipatia, 'Por el otro camino')).toHaveCount(1)
})

test('a message that was refused can be sent again, or given up and written anew', async ({ openAs, trouble }) => {
  trouble.expect('403 POST /api/chat/messages')
  trouble.tolerate(failedLive) // the way that is closed here
  let answer: { status: number; body: string } | undefined = { status: 403, body: '' }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await withoutLive(page)
      await page.route('**/api/chat/messages', (route) =>
        answer && route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
      )
    },
  })
  await say(safo, 'Esto no llega')
  const failed = message(safo, 'Esto no llega')
  await expect(failed.getByRole('alert')).toContainText('Failed to send message')
  answer = undefined
  await failed.getByRole('button', { name: 'Reintentar' }).click()
  await expect(field(safo)).toBeFocused()
  await expect(failed.getByRole('alert')).toHaveCount(0)
  await expect(failed).toHaveCount(1)

  answer = { status: 403, body: JSON.stringify({ detail: 'Hoy no se habla.', code: 'not_allowed' }) }
  await say(safo, 'Y esto tampoco')
  await expect(message(safo, 'Y esto tampoco').getByRole('alert')).toContainText('Hoy no se habla.')
  await field(safo).fill('Otra cosa que empecé')
  await message(safo, 'Y esto tampoco').getByRole('button', { name: 'Descartar' }).click()
  await expect(message(safo, 'Y esto tampoco')).toHaveCount(0)
  await expect(field(safo)).toHaveValue('Y esto tampoco\nOtra cosa que empecé')
  await expect(field(safo)).toBeFocused()
})

test('what is on its way says so when it takes long, and nothing once it is stored', async ({ openAs, trouble }) => {
  trouble.tolerate(failedLive) // the way that is closed here
  let gate = { open: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await withoutLive(page)
      gate = await holdBack(page, /\/api\/chat\/messages$/)
      await page.clock.install()
    },
  })
  await expect(list(safo)).toBeVisible()
  await safo.clock.pauseAt(Date.now() + 60_000)
  await say(safo, 'Con calma')
  await safo.clock.runFor(900)
  await expect(message(safo, 'Con calma')).toHaveCount(1)
  await expect(message(safo, 'Con calma')).not.toContainText('Enviando…')
  await safo.clock.runFor(200)
  await expect(message(safo, 'Con calma')).toContainText('Enviando…')
  await safo.clock.resume()
  gate.open()
  await expect(message(safo, 'Con calma')).not.toContainText('Enviando…')
})

test('without an answer to the first look the page says so, and looks again', async ({ openAs, trouble }) => {
  trouble.expect('403 GET /api/chat/messages')
  trouble.tolerate(failedLive) // with it the page would look again by itself
  let isClosed = true
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await withoutLive(page)
      await page.route('**/api/chat/messages*', (route) =>
        isClosed ? route.fulfill({ status: 403 }) : route.fallback(),
      )
    },
  })
  await expect(safo.getByRole('alert')).toContainText('Failed to fetch messages')
  isClosed = false
  await safo.getByRole('button', { name: 'Reintentar' }).click()
  await expect(safo.getByRole('alert')).toHaveCount(0)
  await expect(list(safo)).toBeVisible()
})

test('what she says before the messages are there is seen, whether they come or not', async ({ openAs, trouble }) => {
  trouble.expect('403 GET /api/chat/messages')
  trouble.tolerate(failedLive) // the way that is closed here
  let gate = { open: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await withoutLive(page)
      await page.route('**/api/chat/messages', () => {})
      await page.route(/messages\?/, (route) => route.fulfill({ status: 403 }))
      gate = await holdBack(page, /messages\?/)
    },
  })
  await expect(safo.getByText('Cargando mensajes...')).toBeAttached()
  await say(safo, '¿Se me oye?')
  await expect(message(safo, '¿Se me oye?')).toBeInViewport()
  gate.open()
  await expect(safo.getByText('Failed to fetch messages')).toBeVisible()
  await expect(message(safo, '¿Se me oye?')).toBeInViewport()
})

test('what she typed and did not send is there after a reload', async ({ openAs }) => {
  const safo = await openAs('Safo', '/chat')
  await field(safo).fill('A medio escribir')
  await safo.reload()
  await expect(field(safo)).toHaveValue('A medio escribir')
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`everybody can use the chat (${screen})`, async ({ openAs, house }) => {
    const photo = await house.hipatia.uploads(fixture('foto.jpg'))
    await house.hipatia.call('POST', '/chat/messages', { message: `https://museo.example y {{file:${photo.id}|foto}}` })
    const safo = await openAs('Safo', '/chat', { screen })
    await isConnected(safo)
    await say(safo, 'Hola')
    await expect(message(safo, 'Hola').last()).toBeVisible()
    await expect(safo.getByRole('img', { name: 'Imagen: foto' }).last()).toBeVisible()
    await expectAccessible(safo, 'the chat')
  })
