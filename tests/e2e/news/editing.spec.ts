// Editing and deleting news items (SPEC §2 'News', §5, §8).
import type { NewsItem } from '../../../contract/news.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { refuse } from '../../support/browser/network.ts'
import { mainNavigation } from '../../support/browser/pages/navigation.ts'
import {
  buttonIn,
  deletionQuestion,
  editForm,
  fieldOf,
  fillForm,
  formToggle,
  itemRequest,
  listRequest,
  mainOf,
  newsItem,
  newsItems,
  newsUrl,
  pageAlert,
  saveButton,
  shareForm,
  shareNews,
  storedNews,
} from '../../support/browser/pages/news.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { answer, expect, overflowOf, test } from '../../support/browser/test.ts'

test.describe('A news item', () => {
  test('is edited in its place in the list, and a message confirms it', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    await shareNews(safo, { comment: 'Antes.' })
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    const f = editForm(page)
    await expect(fieldOf(f, 'URL')).toBeFocused()
    await expect(fieldOf(f, 'URL')).toHaveValue(newsUrl)
    await expect(fieldOf(f, 'Título')).toHaveValue('El faro')
    await expect(fieldOf(f, 'Comentario (opcional)')).toHaveValue('Antes.')
    await fieldOf(f, 'Título').click()
    // Its own address is not reported as already shared.
    await expect(f.getByText(/Ya compartida/)).toHaveCount(0)
    await fillForm(f, { title: 'El faro viejo', comment: '' })
    await page.reload()
    await expect(fieldOf(f, 'Título')).toHaveValue('El faro viejo')
    // The draft is not restored in the form for a new item.
    await expect(shareForm(page)).toHaveCount(0)
    await saveButton(page).click()
    await expect(f).toHaveCount(0)
    await expect(newsItem(page, 'El faro viejo')).toBeFocused()
    await expect(newsItem(page, 'El faro viejo').getByText('editado')).toBeVisible()
    await expect(toast(page, 'La noticia se ha actualizado.')).toBeVisible()
    expect(await storedNews(safo)).toMatchObject([{ title: 'El faro viejo', comment: null }])
  })

  test('keeps the typed values in its form if saving fails', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 PUT /api/news/{id}')
    await shareNews(await server.person('Safo'))
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await fillForm(editForm(page), { title: 'Mejor' })
    await refuse(page, itemRequest, 500)
    await saveButton(page).click()
    await expect(pageAlert(page).getByText('Error al actualizar la noticia', { exact: true })).toBeVisible()
    await page.unroute(itemRequest)
    await refuse(page, itemRequest, 500, 'Hoy no.')
    await saveButton(page).click()
    await expect(pageAlert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await expect(fieldOf(editForm(page), 'Título')).toHaveValue('Mejor')
  })

  test('shows both versions if another user has changed it in the meantime', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('412 PUT /api/news/{id}')
    const item = await shareNews(await server.person('Safo'))
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await fillForm(editForm(page), { title: 'El mío' })
    const change = (title: string) =>
      server.hipatia.call('PUT', `/news/${item.id}`, { title, url: newsUrl, comment: 'Moderado.' })
    await change('El suyo')
    await saveButton(page).click()
    const f = editForm(page)
    await expect(f.getByText('Alguien cambió esta noticia mientras la editabas. Ahora dice:')).toBeVisible()
    await expect(f.getByText('El suyo', { exact: true })).toBeVisible()
    await expect(f.getByText('Moderado.', { exact: true })).toBeVisible()
    await expect(fieldOf(f, 'Título')).toHaveValue('El mío')
    const reread = page.waitForResponse(listRequest)
    await saveButton(page).click()
    await expect(newsItem(page, 'El mío')).toBeVisible()
    await reread // must not find the next change

    await buttonIn(newsItem(page, 'El mío'), 'Editar').click()
    await fillForm(f, { title: 'Otra vez el mío' })
    await change('Otra vez el suyo')
    await saveButton(page).click()
    await buttonIn(f, 'Quedarme con esta').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(newsItem(page, 'Otra vez el suyo')).toBeVisible()
    expect(await storedNews(server.hipatia)).toMatchObject([{ title: 'Otra vez el suyo' }])
  })

  test('can be shared again if another user has deleted it in the meantime', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('404 PUT /api/news/{id}', '404 GET /api/news/{id}')
    const item = await shareNews(await server.person('Safo'))
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await fillForm(editForm(page), { title: 'El mío' })
    await server.hipatia.call('DELETE', `/news/${item.id}`)
    await saveButton(page).click()
    await expect(editForm(page).getByText(/^Alguien eliminó esta noticia mientras la editabas\./)).toBeVisible()
    await buttonIn(editForm(page), 'Compartir de nuevo').dblclick()
    await expect(newsItem(page, 'El mío')).toBeVisible()
    await expect(newsItems(page)).toHaveCount(1)
    expect(await storedNews(server.hipatia)).toMatchObject([{ title: 'El mío', created_by: 'Safo' }])
  })

  test('isn’t reported as deleted if newer items only moved it to the next page', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    await shareNews(safo)
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await fillForm(editForm(page), { title: 'El mío' })
    for (let n = 1; n <= 31; n++) await shareNews(server.hipatia, { title: `Otra ${n}.` })
    const asked = page.waitForResponse(itemRequest)
    await buttonIn(mainOf(page), 'Ver 31 novedades').click()
    await expect(newsItem(page, 'Otra 31.')).toBeVisible()
    await asked
    await expect(fieldOf(editForm(page), 'Título')).toHaveValue('El mío')
    await expect(editForm(page).getByText(/^Alguien eliminó/)).toHaveCount(0)
    // by the keyboard: the next page comes as the form is scrolled to, and moves the button under the pointer
    await fieldOf(editForm(page), 'Título').press('Enter')
    await expect(newsItem(page, 'El mío')).toBeFocused()
    expect(await safo.call<NewsItem[]>('GET', '/news?limit=200')).toContainEqual(
      expect.objectContaining({ title: 'El mío', created_by: 'Safo' }),
    )
  })

  test('whose form was opened but not changed can be left without a confirmation', async ({ server, openAs }) => {
    await shareNews(await server.person('Safo'))
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await expect(fieldOf(editForm(page), 'URL')).toBeFocused()
    await mainNavigation(page).getByRole('link', { name: 'Blog' }).click()
    await expect(mainOf(page).getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await page.goBack()
    await expect(newsItem(page, 'El faro')).toBeVisible()
    await expect(editForm(page)).toHaveCount(0)
  })

  test('is unchanged after Escape, which asks before it discards typed values', async ({ server, openAs }) => {
    const safo = await server.person('Safo')
    await shareNews(safo)
    const page = await openAs('Safo', '/news')
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await expect(editForm(page).getByRole('heading', { level: 2, name: 'Editar la noticia' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editForm(page)).toHaveCount(0)
    await expect(newsItem(page, 'El faro')).toBeFocused()
    await buttonIn(newsItem(page, 'El faro'), 'Editar').click()
    await fillForm(editForm(page), { title: 'El mío', comment: 'Y más.' })
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(fieldOf(editForm(page), 'Comentario (opcional)')).toBeFocused()
    await page.reload()
    await expect(fieldOf(editForm(page), 'Título')).toHaveValue('El mío')
    await fieldOf(editForm(page), 'Título').press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(editForm(page)).toHaveCount(0)
    await expect(newsItem(page, 'El faro')).toBeFocused()
    expect(await storedNews(safo)).toMatchObject([{ title: 'El faro', comment: null }])
  })

  test('is named in the heading of the delete confirmation, shortened if it is long', async ({ server, openAs }) => {
    const title = 'ñ'.repeat(500)
    await shareNews(server.hipatia, { title })
    await shareNews(server.hipatia)
    const page = await openAs('Hipatia', '/news', { screen: 'narrow' })
    await buttonIn(newsItem(page, 'El faro'), 'Eliminar').click()
    await expect(page.getByRole('alertdialog', { name: '¿Eliminar «El faro»?', exact: true })).toBeVisible()
    await answer(page, deletionQuestion('El faro'), 'Cancelar')
    await buttonIn(newsItem(page, title), 'Eliminar').click()
    const question = page.getByRole('alertdialog', { name: `¿Eliminar «${'ñ'.repeat(60)}…»?`, exact: true })
    await expect(question).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
    expect(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await answer(page, deletionQuestion(title), 'Cancelar')
  })

  test('is deleted after a confirmation; a failure is shown', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 DELETE /api/news/{id}')
    const safo = await server.person('Safo')
    await shareNews(safo, { title: 'La otra' })
    await shareNews(safo)
    const page = await openAs('Safo', '/news')
    const remove = buttonIn(newsItem(page, 'El faro'), 'Eliminar')
    await remove.click()
    await answer(page, deletionQuestion('El faro'), 'Cancelar')
    await refuse(page, itemRequest, 500)
    await remove.click()
    await answer(page, deletionQuestion('El faro'), 'Eliminar')
    await expect(pageAlert(page).getByText('Error al eliminar la noticia', { exact: true })).toBeVisible()
    await page.unroute(itemRequest)
    await refuse(page, itemRequest, 500, 'Hoy no.')
    await remove.click()
    await answer(page, deletionQuestion('El faro'), 'Eliminar')
    await expect(pageAlert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    await page.unroute(itemRequest)
    await remove.click()
    await answer(page, deletionQuestion('El faro'), 'Eliminar')
    await expect(newsItems(page)).toHaveCount(1)
    await expect(newsItem(page, 'La otra')).toBeFocused()
    await buttonIn(newsItem(page, 'La otra'), 'Eliminar').click()
    await answer(page, deletionQuestion('La otra'), 'Eliminar')
    await expect(mainOf(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('Safo shares, edits and deletes a news item by keyboard alone', async ({ server, openAs }) => {
  const page = await openAs('Safo', '/news')
  await formToggle(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(newsUrl)
  await page.keyboard.press('Tab')
  await expect(fieldOf(shareForm(page), 'Título')).toBeFocused()
  await page.keyboard.type('El faro')
  await page.keyboard.press('Enter')
  await expect(newsItems(page).first()).toBeFocused()
  for (const name of ['El faro', 'Editar']) {
    await page.keyboard.press('Tab')
    await expect(newsItems(page).locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(fieldOf(editForm(page), 'URL')).toBeFocused()
  await focusWithTab(page, fieldOf(editForm(page), 'Título'))
  await page.keyboard.press('End')
  await page.keyboard.type(' viejo')
  await focusWithTab(page, saveButton(page))
  await page.keyboard.press('Enter')
  await expect(newsItem(page, 'El faro viejo')).toBeFocused()
  expect(await storedNews(server.hipatia)).toMatchObject([{ title: 'El faro viejo' }])

  await focusWithTab(page, buttonIn(newsItem(page, 'El faro viejo'), 'Editar'))
  await page.keyboard.press('Enter')
  await focusWithTab(page, buttonIn(editForm(page), 'Cancelar'))
  await page.keyboard.press('Enter')
  await expect(newsItem(page, 'El faro viejo')).toBeFocused()

  await focusWithTab(page, buttonIn(newsItem(page, 'El faro viejo'), 'Eliminar'))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog').filter({ hasText: deletionQuestion('El faro viejo') })
  await expect(question).toBeVisible()
  await focusWithTab(page, buttonIn(question, 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(mainOf(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeFocused()
  expect(await storedNews(server.hipatia)).toEqual([])
})
