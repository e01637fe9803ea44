// The list of news (SPEC §2 'News', §8, §9; DECISIONS §3).
import type { NewsItem } from '../../contract/news.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import {
  address,
  alert,
  beginCall,
  button,
  form,
  itemOf,
  items,
  list,
  main,
  send,
  shares,
  toast,
  toggle,
  type,
} from './support/news.ts'
import { expect, type Page, type Screen, test } from './support/test.ts'

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
