// The title of a page that is shared, asked of the page by the server.
import { refuse } from './support/gate.ts'
import { address, button, field, form, titleCall, toggle, type } from './support/news.ts'
import { expect, type Page, test } from './support/test.ts'

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
