// News by keyboard alone (SPEC §2 'News', §8).
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { fieldOf, shareForm, storedNews } from '../../support/browser/pages/news.ts'
import { expect, type Locator, test } from '../../support/browser/test.ts'

const buttonIn = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

test('Safo shares, edits and deletes a news item by keyboard alone', async ({ server, openAs }) => {
  const page = await openAs('Safo', '/news')
  const main = page.getByRole('main')
  const items = main.locator('[id^="noticia-"]')
  const editForm = main.getByRole('form', { name: 'Editar la noticia' })
  const older = items.filter({ hasText: 'El faro viejo' })
  await buttonIn(main, '+ Agregar Noticia').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://www.elpais.com/cultura/faro')
  await page.keyboard.press('Tab')
  await expect(fieldOf(shareForm(page), 'Título')).toBeFocused()
  await page.keyboard.type('El faro')
  await page.keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  for (const name of ['El faro', 'Editar']) {
    await page.keyboard.press('Tab')
    await expect(items.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(fieldOf(editForm, 'URL')).toBeFocused()
  await focusWithTab(page, fieldOf(editForm, 'Título'))
  await page.keyboard.press('End')
  await page.keyboard.type(' viejo')
  await focusWithTab(page, buttonIn(editForm, 'Guardar Cambios'))
  await page.keyboard.press('Enter')
  await expect(older).toBeFocused()
  expect(await storedNews(server.hipatia)).toMatchObject([{ title: 'El faro viejo' }])

  await focusWithTab(page, buttonIn(older, 'Editar'))
  await page.keyboard.press('Enter')
  await focusWithTab(page, buttonIn(editForm, 'Cancelar'))
  await page.keyboard.press('Enter')
  await expect(older).toBeFocused()

  await focusWithTab(page, buttonIn(older, 'Eliminar'))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: '¿Eliminar «El faro viejo»?' })
  await expect(question).toBeVisible()
  await focusWithTab(page, buttonIn(question, 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(main.getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await storedNews(server.hipatia)).toEqual([])
})
