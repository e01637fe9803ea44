// News by keyboard alone (SPEC §2 'News', §8).
import { focusWithTab } from '../../support/browser/keyboard.ts'
import {
  buttonIn,
  editForm,
  fieldOf,
  formToggle,
  mainOf,
  newsItem,
  newsItems,
  newsUrl,
  saveButton,
  shareForm,
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
