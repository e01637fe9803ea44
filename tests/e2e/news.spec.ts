// News (SPEC §2 'News', §4, §5, §8, §9; DECISIONS §3).
import type { NewsItem } from '../../contract/news.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { answer, expect, type Locator, type Page, type Screen, test } from './support/test.ts'

const list = /\/api\/news(\?.*)?$/
const one = /\/api\/news\/[0-9a-f]{32}$/
const sharedCheck = /\/api\/news\/shared\?/
const titleCall = /\/api\/news\/title$/
const beginCall = /\/api\/news\/initialize$/
const address = 'https://www.elpais.com/cultura/faro'

const main = (page: Page) => page.getByRole('main')
const items = (page: Page) => main(page).locator('[id^="noticia-"]')
const itemOf = (page: Page, words: string) => items(page).filter({ hasText: words })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const toggle = (page: Page) => button(main(page), '+ Agregar Noticia')
const form = (page: Page) => main(page).getByRole('form', { name: 'Agregar Noticia' })
const editForm = (page: Page) => main(page).getByRole('form', { name: 'Editar la noticia' })
const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })
const send = (page: Page) => button(form(page), 'Agregar Noticia')
const save = (page: Page) => button(editForm(page), 'Guardar Cambios')
const alert = (page: Page) => main(page).getByRole('alert')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()
const error = (form: Locator, text: string) => form.getByText(text, { exact: true })

const shares = (by: Person, more: Partial<NewsItem> = {}) =>
  by.call<NewsItem>('POST', '/news', { title: 'El faro', url: address, ...more })
const stored = (by: Person) => by.call<NewsItem[]>('GET', '/news')

async function type(form: Locator, words: { title?: string; url?: string; comment?: string }) {
  if (words.url !== undefined) await field(form, 'URL').fill(words.url)
  if (words.title !== undefined) await field(form, 'Título').fill(words.title)
  if (words.comment !== undefined) await field(form, 'Comentario (opcional)').fill(words.comment)
}

const confirmDelete = (title: string) =>
  `¿Estás seguro de que quieres eliminar la noticia "${title}"? Esta acción no se puede deshacer.`

test.describe('The list', () => {
  test('shows title, comment, where it leads, who and when, newest first', async ({ house, openAs }) => {
    const [zenon, safo] = [await house.person('Zenón'), await house.person('Safo')]
    await shares(zenon, { title: 'La tortuga', url: 'http://a.example/x.pdf', comment: 'Llega antes.\nSiempre.' })
    const second = await shares(safo)
    const page = await openAs('Safo', '/news')
    await expect(main(page).getByRole('heading', { level: 1, name: 'Noticias' })).toBeVisible()
    await expect(page).toHaveTitle(/Noticias/)
    await expect(items(page)).toContainText(['El faro', 'La tortuga'])
    const [faro, tortuga] = [itemOf(page, 'El faro'), itemOf(page, 'La tortuga')]
    await expect(tortuga.getByText('Llega antes.\nSiempre.')).toBeVisible()
    await expect(tortuga).toContainText('por Zenón')
    await expect(tortuga.locator('[data-site=pdf]')).toBeVisible()
    await expect(faro.locator('[data-site=press]')).toBeVisible()
    await expect(faro.locator('time')).toHaveText('hoy')
    await expect(faro.locator('time')).toHaveAttribute('datetime', second.created_at)
    await expect(faro.locator('time')).toHaveAttribute('title', /\d{4}/)
    const more = faro.getByRole('link', { name: 'ver más... elpais.com: El faro (se abre en otra pestaña)' })
    await expect(more).toHaveText('ver más... elpais.com')
    for (const link of [more, faro.getByRole('link', { name: 'El faro', exact: true })]) {
      await expect(link).toHaveAttribute('href', address)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
    await expect(items(page).getByText('editado')).toHaveCount(0)
    // of her own only
    await expect(button(faro, 'Editar')).toBeVisible()
    await expect(button(faro, 'Eliminar')).toBeVisible()
    await expect(tortuga.getByRole('button')).toHaveCount(0)
    const hipatia = await openAs('Hipatia', '/news')
    await expect(button(itemOf(hipatia, 'La tortuga'), 'Editar')).toBeVisible()
  })

  test('says how many days ago, by the calendar, and then the date', async ({ house, openAs }) => {
    await shares(house.hipatia)
    const at = async (iso: string) => {
      const page = await openAs('Safo', '/news', {
        before: async (page) => {
          await page.route(list, async (route) => {
            const response = await route.fetch()
            const body = (await response.json()) as NewsItem[]
            const moved = body.map((item) => ({ ...item, created_at: iso, updated_at: iso }))
            await route.fulfill({ response, json: moved })
          })
        },
      })
      return items(page).locator('time')
    }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    await expect(await at(days(1))).toHaveText('hace 1 día')
    await expect(await at(days(6))).toHaveText('hace 6 días')
    await expect(await at('2020-03-02T12:00:00.000Z')).toHaveText('2 mar 2020')
  })

  test('waits with words, says that it failed, and comes with another try', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/news')
    await shares(house.hipatia)
    let gate = { open: () => {} }
    const page = await openAs('Safo', '/news', {
      before: async (page) => {
        await refuse(page, list, 500)
        gate = await holdBack(page, list)
      },
    })
    await expect(page.getByText('Cargando noticias...')).toBeVisible()
    gate.open()
    await expect(alert(page).getByText('Error al cargar las noticias', { exact: true })).toBeVisible()
    await expect(button(main(page), 'Inicializar Colección')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await refuse(page, list, 500, 'Hoy no.')
    await button(main(page), 'Reintentar').click()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await page.unroute(list)
    await button(main(page), 'Reintentar').click()
    await expect(items(page)).toContainText(['El faro'])
  })

  test('goes on as one comes near its end', async ({ house, openAs }) => {
    for (let n = 1; n <= 65; n++) await shares(house.hipatia, { title: `Número ${n}.` })
    const page = await openAs('Safo', '/news')
    await expect(items(page)).toHaveCount(30)
    await expect(button(main(page), 'Mostrar más noticias')).toBeVisible()
    const toTheEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await toTheEnd()
    await expect(items(page)).toHaveCount(60)
    await toTheEnd()
    await expect(items(page)).toHaveCount(65)
    await expect(button(main(page), 'Mostrar más noticias')).toHaveCount(0)
  })
})

test.describe('An empty collection', () => {
  test('says so, and offers members nothing but to share', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await expect(main(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await expect(main(page).getByRole('button', { name: /Inicializar/ })).toHaveCount(0)
  })

  test('is begun by admins with an example; a failure is said', async ({ openAs, trouble }) => {
    trouble.expect('500 POST /api/news/initialize')
    const page = await openAs('Hipatia', '/news')
    const begin = button(main(page), 'Inicializar con noticia de ejemplo')
    await refuse(page, beginCall, 500)
    await begin.click()
    await expect(alert(page)).toContainText('Error al inicializar la colección de noticias')
    await page.unroute(beginCall)
    await refuse(page, beginCall, 500, 'Hoy no.')
    await begin.click()
    await expect(alert(page)).toContainText('Hoy no.')
    await page.unroute(beginCall)
    await begin.click()
    await expect(items(page)).toHaveCount(1)
    await expect(toast(page, 'La colección de noticias se ha inicializado con una noticia de ejemplo.')).toBeVisible()
  })

  test('where an error contains 404, admins can begin it, and members can’t', async ({ openAs, trouble }) => {
    trouble.expect('404 GET /api/news')
    const before = async (page: Page) => refuse(page, list, 404, 'Error 404: no hay colección')
    const safo = await openAs('Safo', '/news', { before })
    await expect(alert(safo)).toContainText('Error 404: no hay colección')
    await expect(button(main(safo), 'Inicializar Colección')).toHaveCount(0)
    const hipatia = await openAs('Hipatia', '/news', { before })
    await expect(alert(hipatia)).toContainText('Error 404: no hay colección')
    await hipatia.unroute(list)
    await button(main(hipatia), 'Inicializar Colección').click()
    await expect(items(hipatia)).toHaveCount(1)
    await expect(main(hipatia).getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('the banner goes when its button has done its work', async ({ openAs, trouble }) => {
    trouble.expect('404 POST /api/news')
    const page = await openAs('Hipatia', '/news')
    await refuse(page, list, 404, 'Error 404: no hay colección', 'POST')
    await toggle(page).click()
    await type(form(page), { url: address, title: 'El faro' })
    await send(page).click()
    await button(alert(page), 'Inicializar Colección').click()
    await expect(items(page)).toHaveCount(1)
    await expect(alert(page)).toHaveCount(0)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('Sharing a link', () => {
  test('opens a form, sends what is typed, and shows it first', async ({ house, openAs }) => {
    const hipatia = house.hipatia
    await shares(hipatia, { title: 'Antes', url: 'https://a.example/' })
    const page = await openAs('Safo', '/news')
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await toggle(page).click()
    await expect(field(form(page), 'URL')).toBeFocused()
    await expect(send(page)).toBeDisabled()
    await type(form(page), { url: address })
    await expect(send(page)).toBeDisabled()
    await type(form(page), { title: '  El faro ', comment: '   ' })
    await send(page).dblclick()
    await expect(items(page)).toContainText(['El faro', 'Antes'])
    await expect(form(page)).toHaveCount(0)
    await expect(items(page).first()).toBeFocused()
    await expect(toast(page, 'La noticia se ha agregado.')).toBeVisible()
    expect(await stored(hipatia)).toMatchObject([
      { title: 'El faro', url: address, comment: null, created_by: 'Safo' },
      { title: 'Antes' },
    ])
  })

  test('says beside each field what is wrong with it', async ({ house, openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    const f = form(page)
    await type(f, { url: '  ', title: ' \u00a0 ', comment: '' })
    await expect(send(page)).toBeEnabled()
    await send(page).click()
    await expect(error(f, 'La URL es requerida')).toBeVisible()
    await expect(error(f, 'El título es requerido')).toBeVisible()
    await expect(field(f, 'URL')).toBeFocused()
    await expect(field(f, 'URL')).toHaveAccessibleDescription('La URL es requerida')
    await type(f, { url: 'elpais.com', title: 'ñ'.repeat(501), comment: 'x'.repeat(1001) })
    await expect(error(f, 'La URL debe comenzar con http:// o https://')).toBeVisible()
    await expect(error(f, 'El título no puede tener más de 500 caracteres')).toBeVisible()
    await expect(error(f, 'El comentario no puede tener más de 1000 caracteres')).toBeVisible()
    await type(f, { url: `https://a.example/${'x'.repeat(2000)}` })
    await expect(error(f, 'La URL no puede tener más de 2000 caracteres')).toBeVisible()
    await send(page).click()
    expect(await stored(house.hipatia)).toEqual([])
  })

  test('that fails is said, with what the server says, and nothing typed is lost', async ({ openAs, trouble }) => {
    trouble.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await type(form(page), { url: address, title: 'El faro', comment: 'Vale.' })
    await refuse(page, list, 500, undefined, 'POST')
    await send(page).click()
    await expect(alert(page).getByText('Error al crear la noticia', { exact: true })).toBeVisible()
    await button(alert(page), 'Cerrar el aviso').click()
    await expect(alert(page)).toHaveCount(0)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
    await page.unroute(list)
    await refuse(page, list, 500, 'Hoy no.', 'POST')
    await send(page).click()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    const shownAt = Date.now()
    await expect(alert(page)).toHaveCount(0, { timeout: 10_000 })
    expect(Date.now() - shownAt).toBeGreaterThan(3500)
    await page.unroute(list)
    await page.reload()
    await expect(field(form(page), 'URL')).toHaveValue(address)
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await expect(field(form(page), 'Comentario (opcional)')).toHaveValue('Vale.')
    await send(page).click()
    await expect(items(page)).toContainText(['El faro'])
    await page.reload()
    await expect(items(page)).toContainText(['El faro'])
    await expect(form(page)).toHaveCount(0)
  })

  test('goes on although the form is closed: it is shared once, and a failure is said', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news')
    await expect(main(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await refuse(page, list, 500, 'Hoy no.', 'POST')
    const refusal = await holdBack(page, list)
    await toggle(page).click()
    await type(form(page), { url: address, title: 'El faro' })
    await send(page).click()
    await toggle(page).click()
    await expect(form(page)).toHaveCount(0)
    refusal.open()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()

    await page.unrouteAll({ behavior: 'wait' })
    const answer = await holdBack(page, list)
    await toggle(page).click()
    await send(page).click()
    await toggle(page).click()
    await toggle(page).click()
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await field(form(page), 'Título').press('Enter')
    answer.open()
    await expect(items(page)).toContainText(['El faro'])
    await expect(form(page)).toHaveCount(0)
    expect(await stored(house.hipatia)).toHaveLength(1)
  })

  test('is given up after a question, and never by accident', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await button(form(page), 'Cancelar').click()
    await expect(form(page)).toHaveCount(0)
    await expect(toggle(page)).toBeFocused()
    await toggle(page).click()
    await type(form(page), { title: 'El faro' })
    await button(form(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await toggle(page).click()
    await toggle(page).click()
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await button(form(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(form(page)).toHaveCount(0)
  })

  test('notices what was shared before, leads there, and shares it again', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const first = await shares(zenon, { title: 'La luz del faro' })
    for (let n = 0; n < 35; n++) await shares(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
    const page = await openAs('Safo', '/news', {
      before: async (page) => {
        await page.route(sharedCheck, async (route) => {
          const response = await route.fetch()
          const { item } = (await response.json()) as { item: NewsItem | null }
          const created_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
          await route.fulfill({ response, json: { item: item && { ...item, created_at } } })
        })
      },
    })
    await toggle(page).click()
    const f = form(page)
    await type(f, { url: 'http://elpais.com/cultura/faro/?utm_source=carta' })
    await expect(f.getByText(/Ya compartida/)).toHaveCount(0)
    await field(f, 'Título').click()
    const notice = f.getByRole('status').filter({ hasText: 'Ya compartida' })
    await expect(notice).toHaveText(
      'Ya compartida por Zenón hace 3 días: La luz del faro. Puedes compartirla otra vez.',
    )
    await notice.getByRole('link', { name: 'La luz del faro' }).click()
    await expect(page.locator(`#noticia-${first.id}`)).toBeFocused()
    await expect(page.locator(`#noticia-${first.id}`)).toBeInViewport()
    await type(f, { url: 'https://otra.example/' })
    await expect(notice).toHaveCount(0)
    await type(f, { url: address, title: 'Otra vez el faro' })
    await expect(notice).toBeVisible()
    await send(page).click()
    await expect(items(page).first()).toContainText('Otra vez el faro')
  })
})

test('an address that is pasted is looked up at once', async ({ house, openAs }) => {
  await shares(await house.person('Zenón'))
  const page = await openAs('Safo', '/news')
  await toggle(page).click()
  await type(form(page), { title: address })
  await field(form(page), 'Título').press('ControlOrMeta+A')
  await field(form(page), 'Título').press('ControlOrMeta+X')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await field(form(page), 'URL').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(form(page).getByText(/^Ya compartida por Zenón hoy/)).toBeVisible()
  await expect(field(form(page), 'URL')).toBeFocused()
})

test('who types something else meanwhile isn’t taken to the link, which is marked', async ({ house, openAs }) => {
  const zenon = await house.person('Zenón')
  const first = await shares(zenon)
  for (let n = 0; n < 35; n++) await shares(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
  const page = await openAs('Safo', '/news')
  await expect(items(page)).toHaveCount(30)
  const next = await holdBack(page, list)
  await toggle(page).click()
  await type(form(page), { url: address })
  await field(form(page), 'Título').focus()
  await form(page).getByRole('link', { name: 'El faro' }).click()
  await field(form(page), 'Título').focus()
  next.open()
  await expect(page.locator(`#noticia-${first.id}[class*=marked]`)).toBeVisible()
  await expect(field(form(page), 'Título')).toBeFocused()
})

test('a link that is far down isn’t looked for without end', async ({ house, openAs }) => {
  const item = await shares(house.hipatia)
  let asked = 0
  const page = await openAs('Safo', `/news#noticia-${'0'.repeat(32)}`, {
    before: (page) =>
      page.route(list, (route) => {
        asked += 1
        const idOf = (n: number) => (1e6 - asked * 100 - n).toString().padStart(32, 'f')
        const json = Array.from({ length: 30 }, (_, n) => ({ ...item, id: idOf(n) }))
        return route.fulfill({ headers: { link: '</api/news?cursor=x>; rel="next"', 'x-total-count': '9999' }, json })
      }),
  })
  // the list as it is opened, and five more
  await expect(items(page)).toHaveCount(180)
  await expect(button(main(page), 'Mostrar más noticias')).not.toHaveAttribute('aria-busy')
  expect(asked).toBe(6)
})

test.describe('The title of a page', () => {
  const answers = (page: Page, title: string | null) =>
    page.route(titleCall, (route) => route.fulfill({ json: { title } }))
  const fetchTitle = (page: Page) => button(form(page), 'Traer el título')

  test('is fetched on request into an empty field, and offered for one that isn’t', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await answers(page, 'El faro, de noche')
    await toggle(page).click()
    const f = form(page)
    await expect(fetchTitle(page)).toBeDisabled()
    await type(f, { url: address })
    await fetchTitle(page).click()
    await expect(field(f, 'Título')).toHaveValue('El faro, de noche')
    await expect(f.getByText('Se ha puesto el título de la página.')).toBeVisible()
    await type(f, { title: 'El mío' })
    await expect(f.getByText('La página se llama «El faro, de noche».')).toBeVisible()
    await fetchTitle(page).click()
    await expect(f.getByText('La página se llama «El faro, de noche».')).toBeVisible()
    await expect(field(f, 'Título')).toHaveValue('El mío')
    await button(f, 'Usar este título').click()
    await expect(field(f, 'Título')).toHaveValue('El faro, de noche')
    // of another address it says nothing
    await type(f, { url: 'https://otra.example/' })
    await expect(f.getByText(/título de la página|La página se llama/)).toHaveCount(0)
  })

  test('that isn’t to be had is said, and so is a refusal', async ({ openAs, trouble }) => {
    trouble.expect('429 POST /api/news/title')
    const page = await openAs('Safo', '/news')
    await answers(page, null)
    await toggle(page).click()
    const f = form(page)
    await type(f, { url: address })
    await fetchTitle(page).click()
    await expect(f.getByText('No se ha podido averiguar el título de esa página.')).toBeVisible()
    await page.unroute(titleCall)
    await refuse(page, titleCall, 429, 'Demasiados intentos.')
    await fetchTitle(page).click()
    await expect(f.getByText('Demasiados intentos.')).toBeVisible()
  })

  test('of an address inside is never known', async ({ house, openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await type(form(page), { url: `${house.url}/` })
    await fetchTitle(page).click()
    await expect(form(page).getByText('No se ha podido averiguar el título de esa página.')).toBeVisible()
  })
})

test.describe('A shared link', () => {
  test('is edited in its place, and says so', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    await shares(safo, { comment: 'Antes.' })
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    const f = editForm(page)
    await expect(field(f, 'URL')).toBeFocused()
    await expect(field(f, 'URL')).toHaveValue(address)
    await expect(field(f, 'Título')).toHaveValue('El faro')
    await expect(field(f, 'Comentario (opcional)')).toHaveValue('Antes.')
    await field(f, 'Título').click()
    // it isn’t its own copy
    await expect(f.getByText(/Ya compartida/)).toHaveCount(0)
    await type(f, { title: 'El faro viejo', comment: '' })
    await page.reload()
    await expect(field(f, 'Título')).toHaveValue('El faro viejo')
    // it isn’t taken for a new one
    await expect(form(page)).toHaveCount(0)
    await save(page).click()
    await expect(f).toHaveCount(0)
    await expect(itemOf(page, 'El faro viejo')).toBeFocused()
    await expect(itemOf(page, 'El faro viejo').getByText('editado')).toBeVisible()
    await expect(toast(page, 'La noticia se ha actualizado.')).toBeVisible()
    expect(await stored(safo)).toMatchObject([{ title: 'El faro viejo', comment: null }])
  })

  test('whose change fails keeps what was typed', async ({ house, openAs, trouble }) => {
    trouble.expect('500 PUT /api/news/{id}')
    await shares(await house.person('Safo'))
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await type(editForm(page), { title: 'Mejor' })
    await refuse(page, one, 500)
    await save(page).click()
    await expect(alert(page).getByText('Error al actualizar la noticia', { exact: true })).toBeVisible()
    await page.unroute(one)
    await refuse(page, one, 500, 'Hoy no.')
    await save(page).click()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await expect(field(editForm(page), 'Título')).toHaveValue('Mejor')
  })

  test('that somebody else changed meanwhile shows both', async ({ house, openAs, trouble }) => {
    trouble.expect('412 PUT /api/news/{id}')
    const item = await shares(await house.person('Safo'))
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await type(editForm(page), { title: 'El mío' })
    const change = (title: string) =>
      house.hipatia.call('PUT', `/news/${item.id}`, { title, url: address, comment: 'Moderado.' })
    await change('El suyo')
    await save(page).click()
    const f = editForm(page)
    await expect(f.getByText('Alguien cambió esta noticia mientras la editabas. Ahora dice:')).toBeVisible()
    await expect(f.getByText('El suyo', { exact: true })).toBeVisible()
    await expect(f.getByText('Moderado.', { exact: true })).toBeVisible()
    await expect(field(f, 'Título')).toHaveValue('El mío')
    await save(page).click()
    await expect(itemOf(page, 'El mío')).toBeVisible()

    await button(itemOf(page, 'El mío'), 'Editar').click()
    await type(f, { title: 'Otra vez el mío' })
    await change('Otra vez el suyo')
    await save(page).click()
    await button(f, 'Quedarme con esta').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(itemOf(page, 'Otra vez el suyo')).toBeVisible()
    expect(await stored(house.hipatia)).toMatchObject([{ title: 'Otra vez el suyo' }])
  })

  test('that somebody else deleted meanwhile can be shared again', async ({ house, openAs, trouble }) => {
    trouble.expect('404 PUT /api/news/{id}', '404 GET /api/news/{id}')
    const item = await shares(await house.person('Safo'))
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await type(editForm(page), { title: 'El mío' })
    await house.hipatia.call('DELETE', `/news/${item.id}`)
    await save(page).click()
    await expect(editForm(page).getByText(/^Alguien eliminó esta noticia mientras la editabas\./)).toBeVisible()
    await button(editForm(page), 'Compartir de nuevo').dblclick()
    await expect(itemOf(page, 'El mío')).toBeVisible()
    await expect(items(page)).toHaveCount(1)
    expect(await stored(house.hipatia)).toMatchObject([{ title: 'El mío', created_by: 'Safo' }])
  })

  test('that others only moved on to the next page isn’t said to be deleted', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    await shares(safo)
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await type(editForm(page), { title: 'El mío' })
    for (let n = 1; n <= 31; n++) await shares(house.hipatia, { title: `Otra ${n}.` })
    const asked = page.waitForResponse(one)
    await button(main(page), 'Ver 31 novedades').click()
    await expect(itemOf(page, 'Otra 31.')).toBeVisible()
    await asked
    await expect(field(editForm(page), 'Título')).toHaveValue('El mío')
    await expect(editForm(page).getByText(/^Alguien eliminó/)).toHaveCount(0)
    await save(page).click()
    await expect(itemOf(page, 'El mío')).toBeFocused()
    expect(await safo.call<NewsItem[]>('GET', '/news?limit=200')).toContainEqual(
      expect.objectContaining({ title: 'El mío', created_by: 'Safo' }),
    )
  })

  test('that is opened for a change and left as it was asks nothing', async ({ house, openAs }) => {
    await shares(await house.person('Safo'))
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await expect(field(editForm(page), 'URL')).toBeFocused()
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Blog' }).click()
    await expect(main(page).getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await page.goBack()
    await expect(itemOf(page, 'El faro')).toBeVisible()
    await expect(editForm(page)).toHaveCount(0)
  })

  test('is deleted after a question; a failure is said', async ({ house, openAs, trouble }) => {
    trouble.expect('500 DELETE /api/news/{id}')
    const safo = await house.person('Safo')
    await shares(safo, { title: 'La otra' })
    await shares(safo)
    const page = await openAs('Safo', '/news')
    const remove = button(itemOf(page, 'El faro'), 'Eliminar')
    await remove.click()
    await answer(page, confirmDelete('El faro'), 'Cancelar')
    await refuse(page, one, 500)
    await remove.click()
    await answer(page, confirmDelete('El faro'), 'Eliminar')
    await expect(alert(page).getByText('Error al eliminar la noticia', { exact: true })).toBeVisible()
    await page.unroute(one)
    await refuse(page, one, 500, 'Hoy no.')
    await remove.click()
    await answer(page, confirmDelete('El faro'), 'Eliminar')
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await page.unroute(one)
    await remove.click()
    await answer(page, confirmDelete('El faro'), 'Eliminar')
    await expect(items(page)).toHaveCount(1)
    await expect(itemOf(page, 'La otra')).toBeFocused()
    await button(itemOf(page, 'La otra'), 'Eliminar').click()
    await answer(page, confirmDelete('La otra'), 'Eliminar')
    await expect(main(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('everything is done by keyboard alone', async ({ house, openAs }) => {
  const page = await openAs('Safo', '/news')
  await toggle(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(address)
  await page.keyboard.press('Tab')
  await expect(field(form(page), 'Título')).toBeFocused()
  await page.keyboard.type('El faro')
  await page.keyboard.press('Enter')
  await expect(items(page).first()).toBeFocused()
  for (const name of ['El faro', 'Editar']) {
    await page.keyboard.press('Tab')
    await expect(items(page).locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(field(editForm(page), 'URL')).toBeFocused()
  const tabTo = async (control: Locator, key = 'Tab') => {
    for (let presses = 0; presses < 10; presses++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(control).toBeFocused()
  }
  await tabTo(field(editForm(page), 'Título'))
  await page.keyboard.press('End')
  await page.keyboard.type(' viejo')
  await tabTo(save(page))
  await page.keyboard.press('Enter')
  await expect(itemOf(page, 'El faro viejo')).toBeFocused()
  expect(await stored(house.hipatia)).toMatchObject([{ title: 'El faro viejo' }])

  await tabTo(button(itemOf(page, 'El faro viejo'), 'Editar'))
  await page.keyboard.press('Enter')
  await tabTo(button(editForm(page), 'Cancelar'))
  await page.keyboard.press('Enter')
  await expect(itemOf(page, 'El faro viejo')).toBeFocused()

  await tabTo(button(itemOf(page, 'El faro viejo'), 'Eliminar'))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog').filter({ hasText: confirmDelete('El faro viejo') })
  await expect(question).toBeVisible()
  await tabTo(button(question, 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
  expect(await stored(house.hipatia)).toEqual([])
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds nothing and nothing overflows (${screen})`, async ({ house, openAs, trouble }) => {
    trouble.expect('500 POST /api/news')
    const empty = await openAs('Hipatia', '/news', { screen })
    await expect(button(main(empty), 'Inicializar con noticia de ejemplo')).toBeVisible()
    await expectAccessible(empty, 'the empty state')
    const safo = await house.person('Safo')
    await shares(safo, { title: 'w'.repeat(500), comment: 'x'.repeat(1000), url: `https://${'a.'.repeat(90)}example/` })
    await shares(safo)
    const page = await openAs('Safo', '/news', { screen })
    await expect(items(page)).toHaveCount(2)
    await expectAccessible(page, 'the list')
    await toggle(page).click()
    await type(form(page), { url: address, title: ' ' })
    await expect(form(page).getByText(/Ya compartida/)).toBeVisible()
    await send(page).click()
    await button(itemOf(page, 'w'.repeat(500)), 'Editar').click()
    await type(form(page), { title: 'El faro' })
    await refuse(page, list, 500, undefined, 'POST')
    await send(page).click()
    await expect(alert(page)).toBeVisible()
    await alert(page).getByRole('button').focus()
    await expectAccessible(page, 'the forms')
  })
