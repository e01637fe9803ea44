// The title of a shared page, which the server fetches.
import { refuse } from '../../support/browser/network.ts'
import {
  buttonIn,
  fieldOf,
  fillForm,
  formToggle,
  newsUrl,
  shareForm,
  titleRequest,
} from '../../support/browser/pages/news.ts'

import { expect, type Page, test } from '../../support/browser/test.ts'

test.describe('The title of a page', () => {
  const answers = (page: Page, title: string | null) =>
    page.route(titleRequest, (route) => route.fulfill({ json: { title } }))
  const fetchTitle = (page: Page) => buttonIn(shareForm(page), 'Traer el título')

  test('is fetched on request into an empty field, and offered if the field has text', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await answers(page, 'El faro, de noche')
    await formToggle(page).click()
    const f = shareForm(page)
    await expect(fetchTitle(page)).toBeDisabled()
    await fillForm(f, { url: newsUrl })
    await fetchTitle(page).click()
    await expect(fieldOf(f, 'Título')).toHaveValue('El faro, de noche')
    await expect(f.getByText('Se ha puesto el título de la página.')).toBeVisible()
    await fillForm(f, { title: 'El mío' })
    await expect(f.getByText('La página se llama «El faro, de noche».')).toBeVisible()
    await fetchTitle(page).click()
    await expect(f.getByText('La página se llama «El faro, de noche».')).toBeVisible()
    await expect(fieldOf(f, 'Título')).toHaveValue('El mío')
    await buttonIn(f, 'Usar este título').click()
    await expect(fieldOf(f, 'Título')).toHaveValue('El faro, de noche')
    // The offer disappears when the address changes.
    await fillForm(f, { url: 'https://otra.example/' })
    await expect(f.getByText(/título de la página|La página se llama/)).toHaveCount(0)
  })

  test('shows an error if it isn’t found or the server refuses', async ({ openAs, pageErrors }) => {
    pageErrors.expect('429 POST /api/news/title')
    const page = await openAs('Safo', '/news')
    await answers(page, null)
    await formToggle(page).click()
    const f = shareForm(page)
    await fillForm(f, { url: newsUrl })
    await fetchTitle(page).click()
    await expect(f.getByText('No se ha podido averiguar el título de esa página.')).toBeVisible()
    await page.unroute(titleRequest)
    await refuse(page, titleRequest, 429, 'Demasiados intentos.')
    await fetchTitle(page).click()
    await expect(f.getByText('Demasiados intentos.')).toBeVisible()
  })

  test('is not fetched from a local address', async ({ server, openAs }) => {
    const page = await openAs('Safo', '/news')
    await formToggle(page).click()
    await fillForm(shareForm(page), { url: `${server.url}/` })
    await fetchTitle(page).click()
    await expect(shareForm(page).getByText('No se ha podido averiguar el título de esa página.')).toBeVisible()
  })
})
