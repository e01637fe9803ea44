// Changing and deleting a link in the news (SPEC §2 'News', §5, §8).
import type { NewsItem } from '../../contract/news.ts'
import { refuse } from './support/gate.ts'
import {
  address,
  alert,
  button,
  confirmDelete,
  editForm,
  field,
  form,
  itemOf,
  items,
  main,
  one,
  save,
  shares,
  stored,
  toast,
  toggle,
  type,
} from './support/news.ts'
import { answer, expect, type Locator, overflowOf, test } from './support/test.ts'

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

  test('is left as it was by Escape, which asks before anything typed goes', async ({ house, openAs }) => {
    const safo = await house.person('Safo')
    await shares(safo)
    const page = await openAs('Safo', '/news')
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await expect(editForm(page).getByRole('heading', { level: 2, name: 'Editar la noticia' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editForm(page)).toHaveCount(0)
    await expect(itemOf(page, 'El faro')).toBeFocused()
    await button(itemOf(page, 'El faro'), 'Editar').click()
    await type(editForm(page), { title: 'El mío', comment: 'Y más.' })
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(field(editForm(page), 'Comentario (opcional)')).toBeFocused()
    await page.reload()
    await expect(field(editForm(page), 'Título')).toHaveValue('El mío')
    await field(editForm(page), 'Título').press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(editForm(page)).toHaveCount(0)
    await expect(itemOf(page, 'El faro')).toBeFocused()
    expect(await stored(safo)).toMatchObject([{ title: 'El faro', comment: null }])
  })

  test('is named by the question before it is deleted, in its heading as far as there is room', async ({
    house,
    openAs,
  }) => {
    const title = 'ñ'.repeat(500)
    await shares(house.hipatia, { title })
    await shares(house.hipatia)
    const page = await openAs('Hipatia', '/news', { screen: 'narrow' })
    await button(itemOf(page, 'El faro'), 'Eliminar').click()
    await expect(page.getByRole('alertdialog', { name: '¿Eliminar «El faro»?', exact: true })).toBeVisible()
    await answer(page, confirmDelete('El faro'), 'Cancelar')
    await button(itemOf(page, title), 'Eliminar').click()
    const question = page.getByRole('alertdialog', { name: `¿Eliminar «${'ñ'.repeat(60)}…»?`, exact: true })
    await expect(question).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
    expect(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await answer(page, confirmDelete(title), 'Cancelar')
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
