// Sharing a link in the news (SPEC §2 'News', §5, §8).
import type { NewsItem } from '../../../contract/news.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  buttonIn,
  fieldError,
  fieldOf,
  fillForm,
  formToggle,
  listRequest,
  mainOf,
  newsItems,
  newsUrl,
  pageAlert,
  shareButton,
  sharedRequest,
  shareForm,
  shareNews,
  storedNews,
} from '../../support/browser/pages/news.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { storageOf } from '../../support/browser/storage.ts'

import { answer, expect, test } from '../../support/browser/test.ts'

test.describe('The form for sharing a link', () => {
  test('opens, sends the typed values, and the new item is first in the list', async ({ server, openAs }) => {
    const hipatia = server.hipatia
    await shareNews(hipatia, { title: 'Antes', url: 'https://a.example/' })
    const page = await openAs('Safo', '/news')
    await expect(formToggle(page)).toHaveAttribute('aria-expanded', 'false')
    await formToggle(page).click()
    await expect(fieldOf(shareForm(page), 'URL')).toBeFocused()
    await expect(shareButton(page)).toBeDisabled()
    await fillForm(shareForm(page), { url: newsUrl })
    await expect(shareButton(page)).toBeDisabled()
    await fillForm(shareForm(page), { title: '  El faro ', comment: '   ' })
    await shareButton(page).dblclick()
    await expect(newsItems(page)).toContainText(['El faro', 'Antes'])
    await expect(shareForm(page)).toHaveCount(0)
    await expect(newsItems(page).first()).toBeFocused()
    await expect(toast(page, 'La noticia se ha agregado.')).toBeVisible()
    expect(await storedNews(hipatia)).toMatchObject([
      { title: 'El faro', url: newsUrl, comment: null, created_by: 'Safo' },
      { title: 'Antes' },
    ])
  })

  test('shows each error at its field', async ({ server, openAs }) => {
    const page = await openAs('Safo', '/news')
    await formToggle(page).click()
    const f = shareForm(page)
    await fillForm(f, { url: '  ', title: ' \u00a0 ', comment: '' })
    await expect(shareButton(page)).toBeEnabled()
    await shareButton(page).click()
    await expect(fieldError(f, 'La URL es requerida')).toBeVisible()
    await expect(fieldError(f, 'El título es requerido')).toBeVisible()
    await expect(fieldOf(f, 'URL')).toBeFocused()
    await expect(fieldOf(f, 'URL')).toHaveAccessibleDescription('La URL es requerida')
    await fillForm(f, { url: 'elpais.com', title: 'ñ'.repeat(501), comment: 'x'.repeat(1001) })
    await expect(fieldError(f, 'La URL debe comenzar con http:// o https://')).toBeVisible()
    await expect(fieldError(f, 'El título no puede tener más de 500 caracteres')).toBeVisible()
    await expect(fieldError(f, 'El comentario no puede tener más de 1000 caracteres')).toBeVisible()
    await fillForm(f, { url: `https://a.example/${'x'.repeat(2000)}` })
    await expect(fieldError(f, 'La URL no puede tener más de 2000 caracteres')).toBeVisible()
    await shareButton(page).click()
    expect(await storedNews(server.hipatia)).toEqual([])
  })

  test('shows a failure with the text of the server and keeps the typed values', async ({ openAs, pageErrors }) => {
    pageErrors.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news', { before: (page) => page.clock.install() })
    await formToggle(page).click()
    await fillForm(shareForm(page), { url: newsUrl, title: 'El faro', comment: 'Vale.' })
    await refuse(page, listRequest, 500, undefined, 'POST')
    await shareButton(page).click()
    await expect(pageAlert(page).getByText('Error al crear la noticia', { exact: true })).toBeVisible()
    await buttonIn(pageAlert(page), 'Cerrar el aviso').click()
    await expect(pageAlert(page)).toHaveCount(0)
    await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeFocused()
    await page.unroute(listRequest)
    await refuse(page, listRequest, 500, 'Hoy no.', 'POST')
    await page.clock.pauseAt(Date.now() + 20_000)
    await shareButton(page).click()
    const failure = pageAlert(page).getByText('Hoy no.', { exact: true })
    // Small steps of the fake clock, so that the request can finish in between.
    await expect(async () => {
      await page.clock.runFor(5)
      await expect(failure).toBeVisible({ timeout: 100 })
    }).toPass()
    await page.clock.runFor(4500)
    await expect(failure).toBeVisible()
    await page.clock.runFor(600)
    await page.clock.resume()
    await expect(pageAlert(page)).toHaveCount(0)
    await page.unroute(listRequest)
    await page.reload()
    await expect(fieldOf(shareForm(page), 'URL')).toHaveValue(newsUrl)
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('El faro')
    await expect(fieldOf(shareForm(page), 'Comentario (opcional)')).toHaveValue('Vale.')
    await shareButton(page).click()
    await expect(newsItems(page)).toContainText(['El faro'])
    // the draft of the page before the first reload is deleted a moment later
    await expect.poll(async () => Object.keys((await storageOf(page)).local).join()).not.toContain('unsent')
    await page.reload()
    await expect(newsItems(page)).toContainText(['El faro'])
    await expect(shareForm(page)).toHaveCount(0)
  })

  test('can be closed while it is being sent: the link is shared once, and a failure is shown', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news')
    await expect(mainOf(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await refuse(page, listRequest, 500, 'Hoy no.', 'POST')
    const refusal = await delayResponse(page, listRequest)
    await formToggle(page).click()
    await fillForm(shareForm(page), { url: newsUrl, title: 'El faro' })
    await shareButton(page).click()
    await formToggle(page).click()
    await expect(shareForm(page)).toHaveCount(0)
    refusal.release()
    await expect(pageAlert(page).getByText('Hoy no.', { exact: true })).toBeVisible()

    await page.unrouteAll({ behavior: 'wait' })
    const answer = await delayResponse(page, listRequest)
    await formToggle(page).click()
    await shareButton(page).click()
    await formToggle(page).click()
    await formToggle(page).click()
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('El faro')
    await fieldOf(shareForm(page), 'Título').press('Enter')
    answer.release()
    await expect(newsItems(page)).toContainText(['El faro'])
    await expect(shareForm(page)).toHaveCount(0)
    expect(await storedNews(server.hipatia)).toHaveLength(1)
  })

  test('discards typed values only after a confirmation', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await formToggle(page).click()
    await buttonIn(shareForm(page), 'Cancelar').click()
    await expect(shareForm(page)).toHaveCount(0)
    await expect(formToggle(page)).toBeFocused()
    await formToggle(page).click()
    await fillForm(shareForm(page), { title: 'El faro' })
    await buttonIn(shareForm(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('El faro')
    await formToggle(page).click()
    await formToggle(page).click()
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('El faro')
    await buttonIn(shareForm(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(shareForm(page)).toHaveCount(0)
  })

  test('closes on Escape, which asks before it discards typed values', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await formToggle(page).click()
    await page.keyboard.press('Escape')
    await expect(shareForm(page)).toHaveCount(0)
    await expect(formToggle(page)).toBeFocused()
    await formToggle(page).click()
    await fillForm(shareForm(page), { title: 'El faro' })
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('El faro')
    await expect(fieldOf(shareForm(page), 'Título')).toBeFocused()
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(shareForm(page)).toHaveCount(0)
    await expect(formToggle(page)).toBeFocused()
    await formToggle(page).click()
    await expect(fieldOf(shareForm(page), 'Título')).toHaveValue('')
  })

  test('links to an earlier item with the same address, which can be shared again', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const first = await shareNews(zenon, { title: 'La luz del faro' })
    for (let n = 0; n < 35; n++) await shareNews(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
    const page = await openAs('Safo', '/news', {
      before: async (page) => {
        await page.route(sharedRequest, async (route) => {
          const response = await route.fetch()
          const { item } = (await response.json()) as { item: NewsItem | null }
          const created_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
          await route.fulfill({ response, json: { item: item && { ...item, created_at } } })
        })
      },
    })
    await formToggle(page).click()
    const f = shareForm(page)
    await fillForm(f, { url: 'http://elpais.com/cultura/faro/?utm_source=carta' })
    await expect(f.getByText(/Ya compartida/)).toHaveCount(0)
    await fieldOf(f, 'Título').click()
    const notice = f.getByRole('status').filter({ hasText: 'Ya compartida' })
    await expect(notice).toHaveText(
      'Ya compartida por Zenón hace 3 días: La luz del faro. Puedes compartirla otra vez.',
    )
    await notice.getByRole('link', { name: 'La luz del faro' }).click()
    await expect(page.locator(`#noticia-${first.id}`)).toBeFocused()
    await expect(page.locator(`#noticia-${first.id}`)).toBeInViewport()
    await fillForm(f, { url: 'https://otra.example/' })
    await expect(notice).toHaveCount(0)
    await fillForm(f, { url: newsUrl, title: 'Otra vez el faro' })
    await expect(notice).toBeVisible()
    await shareButton(page).click()
    await expect(newsItems(page).first()).toContainText('Otra vez el faro')
    // The form checks the address once more after sending.
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('a pasted address is checked at once for an earlier item', async ({ server, openAs }) => {
  await shareNews(await server.person('Zenón'))
  const page = await openAs('Safo', '/news')
  await formToggle(page).click()
  await fillForm(shareForm(page), { title: newsUrl })
  await fieldOf(shareForm(page), 'Título').press('ControlOrMeta+A')
  await fieldOf(shareForm(page), 'Título').press('ControlOrMeta+X')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await fieldOf(shareForm(page), 'URL').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(shareForm(page).getByText(/^Ya compartida por Zenón hoy/)).toBeVisible()
  await expect(fieldOf(shareForm(page), 'URL')).toBeFocused()
})

test('an earlier item that loads while Safo types is highlighted and doesn’t take the focus', async ({
  server,
  openAs,
}) => {
  const zenon = await server.person('Zenón')
  const first = await shareNews(zenon)
  for (let n = 0; n < 35; n++) await shareNews(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
  const page = await openAs('Safo', '/news')
  await expect(newsItems(page)).toHaveCount(30)
  const next = await delayResponse(page, listRequest)
  await formToggle(page).click()
  await fillForm(shareForm(page), { url: newsUrl })
  await fieldOf(shareForm(page), 'Título').focus()
  await shareForm(page).getByRole('link', { name: 'El faro' }).click()
  await fieldOf(shareForm(page), 'Título').focus()
  next.release()
  await expect(page.locator(`#noticia-${first.id}[class*=highlighted]`)).toBeVisible()
  await expect(fieldOf(shareForm(page), 'Título')).toBeFocused()
})
