// The list of news (SPEC §2 'News', §8, §9; DECISIONS §3).
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { news } from '../../../contract/news.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { toast } from '../../support/web/dialogs.ts'
import { earlier, hipatia, idOf, openPage, screens } from '../../support/web/screen.tsx'
import {
  answer,
  answerPages,
  holdBack,
  nowAnswer,
  refuse,
  sentTo,
  withAndWithoutReason,
} from '../../support/web/server.ts'
import { alert, button, edit, heading, item, itemNamed, items, main, newsOf, share, toggle } from './news.ts'

const daysAgo = (count: number) => {
  const at = new Date(Date.now() - count * 86_400_000).toISOString()
  return { created_at: at, updated_at: at }
}

test('the list shows title, comment, domain, author and date, newest first; only one’s own can be changed', async () => {
  const today = daysAgo(0)
  const { answers } = newsOf(
    { ...item, ...today },
    {
      ...item,
      ...daysAgo(6),
      id: idOf(9),
      title: 'La tortuga',
      url: 'http://a.example/x.pdf',
      comment: 'Llega antes.\nSiempre.',
      author_id: idOf(7),
      created_by: 'Zenón',
    },
    { ...item, id: idOf(8), title: 'El mes pasado', created_at: '2020-03-02T12:00:00.000Z', updated_at: earlier },
  )
  await openPage('/news', { answers })
  await expect.element(heading).toHaveTextContent('Noticias')
  await expect.poll(() => document.title).toMatch(/Noticias/)
  await expect.element(items.nth(1)).toBeVisible()
  const [faro, tortuga, old] = items.elements() as Element[] as [Element, Element, Element]
  expect(faro.textContent).toContain('El faro')
  expect(tortuga.textContent).toContain('Llega antes.\nSiempre.')
  expect(tortuga.textContent).toContain('por Zenón')
  expect(faro.querySelector('[data-site=press]')).not.toBeNull()
  expect(tortuga.querySelector('[data-site=pdf]')).not.toBeNull()
  const times = [faro, tortuga, old].map((one) => one.querySelector('time'))
  expect(times.map((time) => time?.textContent)).toEqual(['hoy', 'hace 6 días', '2 mar 2020'])
  expect(times[0]?.dateTime).toBe(today.created_at)
  expect(times[0]?.title).toMatch(/\d{4}/)
  expect([faro, tortuga, old].map((one) => one.textContent?.includes('editado'))).toEqual([false, false, true])
  const more = itemNamed('El faro').getByRole('link', {
    name: 'ver más... elpais.com: El faro (se abre en otra pestaña)',
  })
  await expect.element(more).toHaveTextContent('ver más... elpais.com')
  for (const link of [more, itemNamed('El faro').getByRole('link', { name: 'El faro', exact: true })]) {
    await expect.element(link).toHaveAttribute('href', item.url)
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  const buttonsOf = (title: string) => itemNamed(title).getByRole('button', { name: /Editar|Eliminar/ })
  expect(buttonsOf('El faro').elements()).toHaveLength(2)
  expect(buttonsOf('La tortuga').elements()).toHaveLength(0)
  await openPage('/news', { as: hipatia, answers })
  await expect.element(itemNamed('La tortuga').getByRole('button', { name: 'Editar' })).toBeVisible()
})

test('the list says that it is loading or failed, and loads after a retry', async () => {
  const list = holdBack(news.list)
  await openPage('/news', { answers: [list.handler, refuse(news.list, 500)] })
  await expect.element(page.getByText('Cargando noticias...')).toBeVisible()
  list.release()
  await expect.element(page.getByText('Error al cargar las noticias', { exact: true })).toBeVisible()
  await expect.element(button('Inicializar Colección')).not.toBeInTheDocument()
  nowAnswer(refuse(news.list, 500, 'Hoy no.'))
  await button('Reintentar').click()
  await expect.element(page.getByText('Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(news.list, [item]))
  await button('Reintentar').click()
  await expect.element(itemNamed('El faro')).toBeVisible()
})

test('the next pages load when Safo scrolls near the end', async () => {
  const many = Array.from({ length: 45 }, (_, n) => ({ ...item, id: idOf(900 - n), title: `Número ${n}.` }))
  await openPage('/news', { screen: 'narrow', answers: [answerPages(news.list, many, 20)] })
  for (const count of [20, 40, 45]) {
    await expect.poll(() => items.elements().length).toBe(count)
    if (count < 45) await expect.element(button('Mostrar más noticias')).toBeVisible()
    window.scrollTo(0, document.body.scrollHeight)
  }
  await expect.element(button('Mostrar más noticias')).not.toBeInTheDocument()
})

const initialized = () =>
  nowAnswer(answer(news.initialize, { message: 'La colección existe.' }), answer(news.list, [item]))

test.each([
  ['is empty', newsOf().answers, page.getByText('No hay noticias todavía. Comparte la primera.')],
  [
    'fails with 404',
    [refuse(news.list, 404, 'Error 404: no hay colección')],
    alert.getByText('Error 404: no hay colección'),
  ],
] as const)('a list that %s says so, and only admins can fill it with an example', async (how, answers, says) => {
  const fill = button(how === 'is empty' ? 'Inicializar con noticia de ejemplo' : 'Inicializar Colección')
  await openPage('/news', { answers: [...answers] })
  await expect.element(says).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Inicializar/ })).not.toBeInTheDocument()
  await openPage('/news', { as: hipatia, answers: [...answers] })
  for (const [detail, shown] of withAndWithoutReason('Error al inicializar la colección de noticias')) {
    nowAnswer(refuse(news.initialize, 500, detail))
    await fill.click()
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
  }
  initialized()
  await fill.click()
  await expect.element(itemNamed('El faro')).toBeVisible()
  await expect.element(toast('La colección existe.')).toBeVisible()
  await expect.element(heading).toHaveFocus()
})

test('the banner of a sharing that failed with 404 disappears once its button has initialized the list', async () => {
  await openPage('/news', { as: hipatia, answers: newsOf().answers })
  nowAnswer(refuse(news.create, 404, 'Error 404: no hay colección'))
  await toggle.click()
  await share.fill({ url: item.url, title: 'El faro' })
  await share.button('Agregar Noticia').click()
  await expect.element(alert).toBeVisible()
  initialized()
  await alert.getByRole('button', { name: 'Inicializar Colección' }).click()
  await expect.element(itemNamed('El faro')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
})

/** Page 1 has the ids 9900 to 9896, page 2 9895 to 9891, and so on; 9883 was deleted. */
const endless = answerPages(
  news.list,
  Array.from({ length: 1000 }, (_, n) => ({ ...item, id: idOf(9900 - n) })).filter(({ id }) => id !== idOf(9883)),
  5,
)

test('a link to a news item scrolls to it, however far down; one to a deleted item stops at its position', async () => {
  await openPage(`/news#noticia-${idOf(9860)}`, { answers: [endless] })
  await expect.poll(() => document.activeElement?.id).toBe(`noticia-${idOf(9860)}`)
  await expect.element(document.activeElement as HTMLElement).toBeInViewport()

  await openPage(`/news#noticia-${idOf(9883)}`, { answers: [endless] })
  await expect.element(page.getByText('La noticia del enlace ya no está')).toBeVisible()
  await expect.element(button('Mostrar más noticias')).not.toHaveAttribute('aria-busy')
  expect(items.elements()).toHaveLength(20)
})

test.each(Object.keys(screens).filter((screen) => screen !== 'phone') as ['desktop', 'narrow'])(
  'the news and their forms with errors are accessible, and nothing overflows, on %s',
  async (screen) => {
    const long = { title: 'w'.repeat(500), comment: 'x'.repeat(1000), url: `https://${'a.'.repeat(90)}example/` }
    const { answers } = newsOf(item, { ...item, ...long, id: idOf(9) })
    await openPage('/news', { screen, answers: [answer(news.shared, { item }), ...answers] })
    await toggle.click()
    await share.fill({ url: item.url, title: ' ' })
    await expect.element(main.getByText(/Ya compartida/)).toBeVisible()
    await share.button('Agregar Noticia').click()
    await itemNamed(long.title).getByRole('button', { name: 'Editar' }).click()
    await expect.element(edit.url).toHaveFocus()
    nowAnswer(refuse(news.create, 500))
    await share.fill({ title: 'El faro' })
    await share.button('Agregar Noticia').click()
    await expect.element(alert).toBeVisible()
    await expectAccessible('the forms')
    await expect.poll(() => sentTo(news.create)).toHaveLength(1)
  },
)
