// News between real pages: by keyboard alone, and with news of others (SPEC §2 'News', §8).
import type { NewsItem } from '../../../contract/news.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { mainNavigation } from '../../support/browser/pages/navigation.ts'
import {
  buttonIn,
  editForm,
  fieldOf,
  formToggle,
  itemRequest,
  mainOf,
  newsItem,
  newsItems,
  newsUrl,
  saveButton,
  shareForm,
  shareNews,
  storedNews,
} from '../../support/browser/pages/news.ts'
import { expect, test } from '../../support/browser/test.ts'

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
  const question = page.getByRole('alertdialog', { name: '¿Eliminar «El faro viejo»?' })
  await expect(question).toBeVisible()
  await focusWithTab(page, buttonIn(question, 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(mainOf(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect(mainOf(page).getByRole('heading', { level: 1 })).toBeFocused()
  expect(await storedNews(server.hipatia)).toEqual([])
})

test('an edit that was opened can be left; newer items that move it to the next page don’t end it', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  await shareNews(safo)
  const page = await openAs('Safo', '/news')
  const edit = buttonIn(newsItem(page, 'El faro'), 'Editar')
  await edit.click()
  await expect(fieldOf(editForm(page), 'URL')).toBeFocused()
  // nothing was typed: no question
  await mainNavigation(page).getByRole('link', { name: 'Blog' }).click()
  await expect(mainOf(page).getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await page.goBack()
  await edit.click()
  await fieldOf(editForm(page), 'Título').fill('El mío')
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
