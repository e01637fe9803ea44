// Reading the chat: what came before, what is new, and what one hears of it elsewhere.
import { holdBack } from './support/gate.ts'
import { expect, headerOf, type Page, test } from './support/test.ts'

test.use({ houseName: 'chat-reading' })

const list = (page: Page) => page.getByRole('region', { name: 'Mensajes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
const message = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })
const isConnected = (page: Page) => expect(page.getByText('Conectados', { exact: true })).toBeVisible()
const entry = (page: Page) =>
  headerOf(page).getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Chat/ })
const fromEnd = (page: Page) =>
  list(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))
const scrollTo = (page: Page, top: number) => list(page).evaluate((box, top) => box.scrollTo(0, top), top)
/** Where a message stands in the window. */
const placeOf = async (page: Page, words: string) =>
  (await list(page).getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN

interface Talker {
  call: (method: string, path: string, body: unknown) => Promise<unknown>
}
async function says({ call }: Talker, ...messages: string[]) {
  for (const message of messages) await call('POST', '/chat/messages', { message })
}
const hasRead = ({ call }: Talker) => call('PUT', '/chat/reading', { seq: 1_000_000 })

test('who reads upwards finds what was said before, and what she reads stays where it is', async ({
  openAs,
  house,
}) => {
  const zenon = await house.person('Zenón')
  await says(zenon, ...Array.from({ length: 130 }, (_, index) => `paso ${index + 1} de la tortuga`))
  await hasRead(await house.person('Safo'))
  let gate = { open: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      gate = await holdBack(page, /\/api\/chat\/messages\?.*before=/)
    },
  })
  await expect(message(safo, 'paso 130 de la tortuga')).toBeInViewport()
  await scrollTo(safo, 0)
  await expect(message(safo, 'paso 81 de la tortuga')).toBeInViewport()
  await expect(list(safo).getByText('Cargando mensajes anteriores...')).toBeVisible()
  const before = await placeOf(safo, 'paso 81 de la tortuga')
  gate.open()
  await expect(message(safo, 'paso 80 de la tortuga')).toHaveCount(1)
  // its name is gone, as what is above it is of the same person: the words stay
  expect(Math.abs((await placeOf(safo, 'paso 81 de la tortuga')) - before)).toBeLessThanOrEqual(1)
  await expect(async () => {
    await scrollTo(safo, 0)
    await expect(message(safo, 'paso 1 de la tortuga')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(list(safo).getByText('Aquí empieza la conversación')).toBeVisible()
})

test('what comes while she reads above moves nothing, is counted, and is one click away', async ({ openAs, house }) => {
  const zenon = await house.person('Zenón')
  await says(zenon, ...Array.from({ length: 40 }, (_, index) => `línea ${index + 1} del rollo`))
  await hasRead(await house.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await isConnected(safo)
  await expect(message(safo, 'línea 40 del rollo')).toBeInViewport()
  await says(zenon, 'Esto se ve al llegar')
  await expect(message(safo, 'Esto se ve al llegar')).toBeInViewport()
  expect(await fromEnd(safo)).toBeLessThanOrEqual(1)

  await message(safo, 'línea 10 del rollo').scrollIntoViewIfNeeded()
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  const before = await placeOf(safo, 'línea 10 del rollo')
  await says(zenon, 'Esto no se ve todavía', 'Y esto tampoco')
  await expect(safo.getByRole('button', { name: '2 mensajes nuevos' })).toBeVisible()
  expect(await placeOf(safo, 'línea 10 del rollo')).toBe(before)
  await safo.getByRole('button', { name: '2 mensajes nuevos' }).click()
  await expect(message(safo, 'Y esto tampoco')).toBeInViewport()
  await expect(safo.getByRole('button', { name: /Ir al final|mensajes nuevos/ })).toHaveCount(0)

  await message(safo, 'línea 10 del rollo').scrollIntoViewIfNeeded()
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  await field(safo).fill('Lo mío se ve siempre')
  await field(safo).press('Enter')
  await expect(message(safo, 'Lo mío se ve siempre')).toBeInViewport()
})

test('on other pages she sees how much there is to read, and in the chat where she left off', async ({
  openAs,
  house,
}) => {
  const [safo, zenon] = [await house.person('Safo'), await house.person('Zenón')]
  await says(zenon, 'Lo último que leyó Safo')
  await hasRead(safo)
  const page = await openAs('Safo', '/blog')
  await expect(entry(page)).toHaveAccessibleName('Chat')
  await expect(page).toHaveTitle('Blog · Alejandría')
  await says(zenon, 'Lo primero nuevo', 'Lo segundo nuevo')
  await says(safo, 'Lo que dije desde el teléfono')
  await says(zenon, 'Lo tercero nuevo')
  await expect(entry(page)).toHaveAccessibleName('Chat, 3 mensajes sin leer')
  await expect(page).toHaveTitle('(3) Blog · Alejandría')

  await entry(page).click()
  await expect(message(page, 'Lo tercero nuevo')).toBeInViewport()
  const items = await list(page).getByRole('listitem').allInnerTexts()
  const rule = items.findIndex((text) => /nuevos mensajes/i.test(text))
  expect(items[rule - 1]).toContain('Lo último que leyó Safo')
  expect(items[rule + 1]).toContain('Lo primero nuevo')
  await expect(entry(page)).toHaveAccessibleName('Chat')
  await expect(page).toHaveTitle('Community Chat · Alejandría')

  await page.reload()
  await expect(message(page, 'Lo tercero nuevo')).toBeVisible()
  await expect(list(page).getByRole('heading', { name: 'Nuevos mensajes' })).toHaveCount(0)
})

test('with much to read the chat opens where she left off, with the rest below', async ({ openAs, house }) => {
  const [safo, zenon] = [await house.person('Safo'), await house.person('Zenón')]
  await says(zenon, 'Hasta aquí leyó')
  await hasRead(safo)
  await says(zenon, ...Array.from({ length: 70 }, (_, index) => `carta ${index + 1} sin abrir`))
  const page = await openAs('Safo', '/chat')
  await expect(list(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(message(page, 'carta 1 sin abrir')).toBeInViewport()
  await expect(page.getByRole('button', { name: '70 mensajes nuevos' })).toBeVisible()
  await expect(entry(page)).toHaveAccessibleName('Chat, 70 mensajes sin leer')
  await page.getByRole('button', { name: '70 mensajes nuevos' }).click()
  await expect(entry(page)).toHaveAccessibleName('Chat')
})

test('more than anybody counts is 99+, and what she reads on one device is read on the other', async ({
  openAs,
  house,
}) => {
  const [safo, zenon] = [await house.person('Safo'), await house.person('Zenón')]
  await hasRead(safo)
  await says(zenon, ...Array.from({ length: 101 }, (_, index) => `grano ${index + 1} de arena`))
  const page = await openAs('Safo', '/blog')
  await expect(entry(page)).toHaveAccessibleName('Chat, 99 o más mensajes sin leer')
  await expect(entry(page).locator('[data-short]')).toHaveAttribute('data-short', '99+')
  await expect(page).toHaveTitle('(99+) Blog · Alejandría')
  const phone = await openAs('Safo', '/chat', { screen: 'phone' })
  await expect(list(phone).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(message(phone, 'grano 1 de arena')).toBeInViewport()
  await phone.getByRole('button', { name: '101 mensajes nuevos' }).click()
  await expect(entry(page)).toHaveAccessibleName('Chat')
})

test('who has missed more than can be shown at once is told so, and nothing counts as read', async ({
  openAs,
  house,
}) => {
  const [safo, ...people] = await Promise.all(['Safo', 'Zenón', 'Porcia'].map((name) => house.person(name)))
  await hasRead(safo as Talker)
  await Promise.all(
    people.map((person, at) => says(person, ...Array.from({ length: 140 }, (_, index) => `hoja ${at}.${index}`))),
  )
  const page = await openAs('Safo', '/chat')
  await expect(list(page).getByRole('heading', { name: 'Más de 250 mensajes nuevos' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /^2[5-8]\d mensajes nuevos$/ })).toBeVisible()
  await expect(entry(page)).toHaveAccessibleName('Chat, 99 o más mensajes sin leer')
})

test('what is new can take long to be known: the messages are shown without it', async ({ openAs, house }) => {
  await says(await house.person('Zenón'), 'Se ve sin saber más')
  const safo = await openAs('Safo', '/chat', { before: (page) => page.route('**/api/chat/reading', () => {}) })
  await expect(message(safo, 'Se ve sin saber más')).toBeInViewport()
  await expect(list(safo).getByRole('heading', { name: 'Nuevos mensajes' })).toHaveCount(0)
})

test('what was said while the connection was gone is marked, and she is where it begins', async ({
  openAs,
  house,
  trouble,
}) => {
  trouble.tolerate(/^failed (GET|POST|PUT) \/(api|socket\.io)\//, /^console (warning|error):/, /^failed GET \/assets\//)
  const [safo, zenon] = [await house.person('Safo'), await house.person('Zenón')]
  await says(zenon, 'Antes de la niebla')
  await hasRead(safo)
  let isFoggy = false
  const page = await openAs('Safo', '/chat', {
    before: (page) => page.route(/\/(socket\.io|api\/chat)\//, (route) => (isFoggy ? route.abort() : route.fallback())),
  })
  await isConnected(page)
  await expect(message(page, 'Antes de la niebla')).toBeInViewport()
  isFoggy = true
  const start = await house.stop()
  await start()
  await expect(page.getByText('Desconectado', { exact: true })).toBeVisible()
  await says(zenon, ...Array.from({ length: 60 }, (_, index) => `faro ${index + 1} en la niebla`))
  isFoggy = false
  await expect(list(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(message(page, 'faro 1 en la niebla')).toBeInViewport()
  await expect(page.getByRole('button', { name: '60 mensajes nuevos' })).toBeVisible()
  await expect(entry(page)).toHaveAccessibleName('Chat, 60 mensajes sin leer')
})

test('a screen reader hears what others say from now on, and one sentence for many', async ({ openAs, house }) => {
  const zenon = await house.person('Zenón')
  await says(zenon, 'Lo de antes')
  const safo = await openAs('Safo', '/chat')
  await isConnected(safo)
  await expect(message(safo, 'Lo de antes')).toBeVisible()
  const log = safo.getByRole('log')
  await says(zenon, 'Oídme')
  await expect(log).toContainText('Zenón: Oídme')
  await field(safo).fill('Te oigo')
  await field(safo).press('Enter')
  await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map((words) => says(zenon, words)))
  await expect(log).toContainText('4 mensajes nuevos')
  await expect(log).not.toContainText('Te oigo')
  await expect(log).not.toContainText('Lo de antes')
})

test('while the server is gone she goes on writing, and it arrives once when it is back', async ({
  openAs,
  house,
  trouble,
}) => {
  trouble.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console warning:/,
    /^failed GET \/assets\//,
    /^console error: WebSocket/,
  )
  const safo = await openAs('Safo', '/chat')
  await isConnected(safo)
  const start = await house.stop()
  await expect(safo.getByText('Desconectado', { exact: true })).toBeVisible()
  await field(safo).fill('Dicho en la tormenta')
  await field(safo).press('Enter')
  await expect(message(safo, 'Dicho en la tormenta')).toContainText('Enviando…')
  await start()
  await says(await house.person('Zenón'), 'Dicho mientras volvía')
  await isConnected(safo)
  for (const words of ['Dicho en la tormenta', 'Dicho mientras volvía']) {
    await expect(message(safo, words)).toHaveCount(1)
    await expect(message(safo, words)).not.toContainText('Enviando…', { timeout: 40_000 })
  }
})

test('on a phone the page stands still, and the keyboard leaves the field in sight', async ({ openAs, house }) => {
  const zenon = await house.person('Zenón')
  await says(zenon, ...Array.from({ length: 30 }, (_, index) => `ola ${index + 1} del mar`))
  await hasRead(await house.person('Safo'))
  const safo = await openAs('Safo', '/chat', { screen: 'phone' })
  await expect(message(safo, 'ola 30 del mar')).toBeInViewport({ ratio: 1 })
  await field(safo).tap()
  await expect(entry(safo)).toBeHidden()
  await safo.setViewportSize({ width: 390, height: 420 }) // what a keyboard leaves
  await expect(field(safo)).toBeInViewport({ ratio: 1 })
  await expect(message(safo, 'ola 30 del mar')).toBeInViewport({ ratio: 1 })
  const page = () => safo.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await page()).toBe(0)
  await field(safo).fill('A bordo')
  await safo.getByRole('button', { name: 'Enviar', exact: true }).tap()
  await expect(message(safo, 'A bordo')).toBeInViewport({ ratio: 1 })
  await expect(field(safo)).toBeFocused()
})

test('a keyboard that is laid over the page leaves the field above it', async ({ openAs, house }) => {
  await says(await house.person('Zenón'), ...Array.from({ length: 30 }, (_, index) => `isla ${index + 1} del mar`))
  await hasRead(await house.person('Safo'))
  const safo = await openAs('Safo', '/chat', {
    screen: 'phone',
    // as Safari says it: the window stays as high as it was, and a part of it is seen
    before: (page) =>
      page.addInitScript(() => {
        class Seen extends EventTarget {
          offsetTop = 0
          scale = 1
          height = 844
        }
        Object.defineProperty(window, 'visualViewport', { value: new Seen() })
      }),
  })
  await expect(message(safo, 'isla 30 del mar')).toBeInViewport({ ratio: 1 })
  await field(safo).tap()
  await safo.evaluate(() => {
    const seen = Object.assign(window.visualViewport as EventTarget, { height: 420, offsetTop: 120 })
    seen.dispatchEvent(new Event('resize'))
  })
  const endOf = async () => {
    const box = await field(safo).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(endOf).toBeLessThanOrEqual(540)
  expect(await endOf()).toBeGreaterThan(480)
  const last = await list(safo).getByText('isla 30 del mar', { exact: true }).boundingBox()
  expect(last?.y).toBeGreaterThan(120)
  expect(last?.y).toBeLessThan(await endOf())
})

for (const [width, height] of [
  [844, 390],
  [911, 433],
  [320, 256],
] as const)
  test(`in a window of ${width} by ${height} everything is there`, async ({ openAs, house }) => {
    await says(
      await house.person('Zenón'),
      ...Array.from({ length: 30 }, (_, index) => `dedo ${index + 1} de luz en ${width}`),
    )
    await hasRead(await house.person('Safo'))
    const safo = await openAs('Safo', '/chat')
    await safo.setViewportSize({ width, height })
    await expect(message(safo, `dedo 30 de luz en ${width}`)).toBeVisible()
    for (const part of [
      safo.getByRole('heading', { name: 'Community Chat' }),
      safo.getByText('Conectados', { exact: true }),
      safo.getByRole('list', { name: 'Personas conectadas' }),
      list(safo),
      field(safo),
      safo.getByText('Escribiendo como: Safo', { exact: true }),
    ]) {
      await part.scrollIntoViewIfNeeded()
      await expect(part).toBeInViewport()
      const box = await part.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(15)
    }
    expect((await list(safo).boundingBox())?.height).toBeGreaterThan(120)
  })

test('on paper stand all the messages, and no field', async ({ openAs, house }) => {
  await says(await house.person('Zenón'), ...Array.from({ length: 45 }, (_, index) => `folio ${index + 1} impreso`))
  await hasRead(await house.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expect(message(safo, 'folio 45 impreso')).toBeInViewport()
  await safo.emulateMedia({ media: 'print' })
  await expect(field(safo)).toBeHidden()
  const [first, last] = [await placeOf(safo, 'folio 1 impreso'), await placeOf(safo, 'folio 45 impreso')]
  expect(last - first).toBeGreaterThan(900)
  const box = await list(safo).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(last)
})

test('the messages can be read with the keys', async ({ openAs, house }) => {
  await says(await house.person('Zenón'), ...Array.from({ length: 30 }, (_, index) => `verso ${index + 1}.`))
  await hasRead(await house.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expect(message(safo, 'verso 30.')).toBeInViewport()
  await safo.getByRole('list', { name: 'Personas conectadas' }).focus()
  await safo.keyboard.press('Tab')
  await expect(list(safo)).toBeFocused()
  await expect(message(safo, 'verso 30.').locator('time').locator('..')).toHaveCSS('opacity', '1')
  await safo.keyboard.press('PageUp')
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  await safo.keyboard.press('End')
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toHaveCount(0)
})

test('comments and who is online are there at once, without looking again', async ({ openAs, house }) => {
  const zenon = await house.person('Zenón')
  const post = await zenon.writes({ title: 'Sobre el movimiento' })
  // no timer of the page runs
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
  await expect(safo.getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
  await openAs('Hipatia', '/chat')
  await expect(headerOf(safo).getByRole('button', { name: /2 online/ })).toBeVisible()
  await zenon.call('POST', `/comments/post/${post.id}`, { content: 'No hay movimiento' })
  await expect(safo.getByText('No hay movimiento')).toBeVisible()
})
