import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type NewsItem, news } from '../../../contract/news.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, hipatia, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'

const item: NewsItem = {
  ...{ id: idOf(10), title: 'El faro', url: 'https://www.elpais.com/cultura/faro', comment: null },
  ...{ author_id: safo.id, created_by: 'Safo', created_at: earlier, updated_at: earlier, reactions: [] },
}

test('the list of news says that it is loading or failed, and loads after a retry', async () => {
  const list = holdBack(news.list)
  await openPage('/news', { answers: [list.handler, refuse(news.list, 500)] })
  await expect.element(page.getByText('Cargando noticias...')).toBeVisible()
  list.release()
  await expect.element(page.getByText('Error al cargar las noticias', { exact: true })).toBeVisible()
  nowAnswer(refuse(news.list, 500, 'Hoy no.'))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(news.list, [item]))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByRole('main').getByText('El faro')).toBeVisible()
})

test('an empty list of news says so, and only admins can fill it with an example', async () => {
  await openPage('/news', { answers: [answer(news.list, [])] })
  await expect.element(page.getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Inicializar/ })).not.toBeInTheDocument()
  await openPage('/news', { as: hipatia, answers: [answer(news.list, [])] })
  nowAnswer(refuse(news.initialize, 500))
  await page.getByRole('button', { name: 'Inicializar con noticia de ejemplo' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Error al inicializar la colección de noticias')
})

test('a form that is sent twice by a failure sends the same item again', async () => {
  await openPage('/news', {
    answers: [refuse(news.create, 500, 'Hoy no.'), answer(news.shared, { item: null }), answer(news.list, [])],
  })
  await page.getByRole('button', { name: '+ Agregar Noticia' }).click()
  const form = page.getByRole('form', { name: 'Agregar Noticia' })
  await form.getByRole('textbox', { name: 'URL', exact: true }).fill(item.url)
  await form.getByRole('textbox', { name: 'Título', exact: true }).fill('El faro')
  await form.getByRole('button', { name: 'Agregar Noticia' }).click()
  await expect.element(page.getByText('Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(news.create, item))
  await form.getByRole('button', { name: 'Agregar Noticia' }).click()
  await expect.element(form).not.toBeInTheDocument()
  const [first, second] = sentTo(news.create)
  expect(first).toMatchObject({ title: 'El faro' })
  expect(second).toEqual(first)
})

test('the news and their form are accessible', async () => {
  await openPage('/news', { screen: 'narrow', answers: [answer(news.list, [item])] })
  await page.getByRole('button', { name: '+ Agregar Noticia' }).click()
  await expectAccessible('the form')
})
