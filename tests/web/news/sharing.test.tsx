// The form for sharing a link in the news (SPEC §2 'News', §5, §8), and the title of a page.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { news } from '../../../contract/news.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { reply, toast } from '../../support/web/dialogs.ts'
import { closePage, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { alert, button, heading, item, itemNamed, items, newsOf, share, toggle } from './news.ts'

const url = item.url

async function openForm(...answers: Parameters<typeof nowAnswer>) {
  await openPage('/news', { answers: [...answers, ...newsOf().answers] })
  await toggle.click()
}

test('the form shows each error at its field; a double click sends once, and the new item is first in the list', async () => {
  const held = holdBack(news.create)
  await openPage('/news', { answers: [held.handler, ...newsOf({ ...item, title: 'Antes' }).answers] })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect.element(share.url).toHaveFocus()
  const send = share.button('Agregar Noticia')
  await expect.element(send).toBeDisabled()
  await share.fill({ url })
  await expect.element(send).toBeDisabled()
  await share.fill({ url: '  ', title: ' \u00a0 ', comment: '' })
  await send.click()
  await expect.element(share.form.getByText('El título es requerido', { exact: true })).toBeVisible()
  await expect.element(share.url).toHaveFocus()
  await expect.element(share.url).toHaveAccessibleDescription('La URL es requerida')
  await share.fill({ url: 'el país', title: 'ñ'.repeat(501), comment: 'x'.repeat(1001) })
  for (const error of [
    'La URL debe comenzar con http:// o https://',
    'El título no puede tener más de 500 caracteres',
    'El comentario no puede tener más de 1000 caracteres',
  ])
    await expect.element(share.form.getByText(error, { exact: true })).toBeVisible()
  await share.fill({ url: `https://a.example/${'x'.repeat(2000)}` })
  await expect.element(share.form.getByText('La URL no puede tener más de 2000 caracteres')).toBeVisible()
  await send.click()
  expect(sentTo(news.create)).toEqual([])
  await share.fill({ url, title: '  El faro ', comment: '   ' })
  await send.dblClick()
  held.release()
  await expect.element(items.first()).toHaveFocus()
  expect(items.elements().map((one) => one.textContent)).toEqual([
    expect.stringContaining('El faro'),
    expect.stringContaining('Antes'),
  ])
  await expect.element(share.form).not.toBeInTheDocument()
  await expect.element(toast('La noticia se ha agregado.')).toBeVisible()
  await expect.poll(() => sentTo(news.create)).toEqual([{ title: 'El faro', url, client_id: expect.any(String) }])
})

test('a failure is shown for five seconds or until it is closed; the values stay, over a reload too', async () => {
  const { answers } = newsOf()
  await openPage('/news', { answers: [refuse(news.create, 500), ...answers] })
  await toggle.click()
  await share.fill({ url, title: 'El faro', comment: 'Vale.' })
  await share.button('Agregar Noticia').click()
  await expect.element(alert.getByText('Error al crear la noticia', { exact: true })).toBeVisible()
  await alert.getByRole('button', { name: 'Cerrar el aviso' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
  stopTimers()
  nowAnswer(refuse(news.create, 500, 'Hoy no.'))
  await share.button('Agregar Noticia').click()
  const isShown = () => alert.query()?.textContent?.includes('Hoy no.') ?? false
  await soon(isShown)
  await passes(4500)
  expect(isShown()).toBe(true)
  await passes(600)
  await soon(() => !isShown())
  closePage()
  await openPage('/news', { answers })
  await soon(() => share.title.query() !== null)
  await expect.element(share.url).toHaveValue(url)
  await expect.element(share.title).toHaveValue('El faro')
  await expect.element(share.comment).toHaveValue('Vale.')
  await share.button('Agregar Noticia').click()
  await soon(() => itemNamed('El faro').query() !== null)
  const [first, , third] = sentTo(news.create)
  expect(third, 'under the same client_id').toEqual(first)
  await soon(() => !Object.keys(localStorage).join().includes('unsent'))
  await openPage('/news', { answers })
  await soon(() => itemNamed('El faro').query() !== null)
  expect(share.form.query()).toBeNull()
})

test('the form can be closed while it is sent: the link is shared once, and a failure is shown', async () => {
  const [failing, working] = [holdBack(news.create), holdBack(news.create)]
  await openForm(failing.handler, refuse(news.create, 500, 'Hoy no.'))
  await share.fill({ url, title: 'El faro' })
  await share.button('Agregar Noticia').click()
  await toggle.click()
  await expect.element(share.form).not.toBeInTheDocument()
  failing.release()
  await expect.element(alert.getByText('Hoy no.', { exact: true })).toBeVisible()

  nowAnswer(working.handler, answer(news.create, item))
  await toggle.click()
  await share.button('Agregar Noticia').click()
  await toggle.click()
  await toggle.click()
  await expect.element(share.title).toHaveValue('El faro')
  await share.title.click()
  await userEvent.keyboard('{Enter}')
  nowAnswer(answer(news.list, [item]), working.handler, answer(news.create, item))
  working.release()
  await expect.element(itemNamed('El faro')).toBeVisible()
  await expect.element(share.form).not.toBeInTheDocument()
  await expect.poll(() => sentTo(news.create)).toHaveLength(2)
})

const discards = '¿Descartar lo que has escrito?'
test.each([
  ['the button Cancelar', () => share.button('Cancelar').click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s closes the form, after a confirmation if something was typed', async (_how, leave) => {
  await openForm()
  await expect.element(share.url).toHaveFocus()
  await leave()
  await expect.element(share.form).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await toggle.click()
  await share.fill({ title: 'El faro' })
  await leave()
  await reply(discards, 'Cancelar')
  await expect.element(share.title).toHaveValue('El faro')
  await toggle.click()
  await toggle.click()
  await expect.element(share.title).toHaveValue('El faro')
  await leave()
  await reply(discards, 'Descartar')
  await expect.element(share.form).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await toggle.click()
  await expect.element(share.title).toHaveValue('')
})

/** Another person's item, three days ago, on the second page of the list. */
const first = {
  ...item,
  id: idOf(1),
  title: 'La luz del faro',
  created_by: 'Zenón',
  author_id: idOf(7),
  // read when it is answered: a run may pass midnight
  get created_at() {
    return new Date(Date.now() - 3 * 86_400_000).toISOString()
  },
}
const others = Array.from({ length: 12 }, (_, n) => ({ ...item, id: idOf(900 - n), title: `Otra ${n}` }))
const shared = answer(news.shared, ({ query }) => ({ item: /elpais/.test(query.get('url') ?? '') ? first : null }))
const isShared = 'Ya compartida por Zenón hace 3 días: La luz del faro. Puedes compartirla otra vez.'
const notice = share.form.getByRole('status').filter({ hasText: 'Ya compartida' })

test('an address that was shared before leads to that item, and can be shared again', async () => {
  await openPage('/news', { answers: [shared, answerPages(news.list, [...others, first], 10), ...newsOf().answers] })
  await toggle.click()
  await share.fill({ url: 'http://elpais.com/cultura/faro/?utm_source=carta' })
  await expect.element(notice).not.toBeInTheDocument()
  await share.title.click()
  await expect.element(notice).toHaveTextContent(isShared)
  await notice.getByRole('link', { name: 'La luz del faro' }).click()
  await expect.element(itemNamed('Zenón')).toHaveFocus()
  await expect.element(itemNamed('Zenón')).toBeInViewport()
  await share.fill({ url: 'https://otra.example/' })
  await expect.element(notice).not.toBeInTheDocument()
  // pasted, it is looked up at once
  await share.fill({ title: url })
  await userEvent.tripleClick(share.title)
  await userEvent.cut()
  await userEvent.tripleClick(share.url)
  await userEvent.paste()
  await expect.element(notice).toBeVisible()
  await expect.element(share.url).toHaveFocus()
  await share.fill({ title: 'Otra vez el faro' })
  await share.button('Agregar Noticia').click()
  await expect.poll(() => sentTo(news.create)).toMatchObject([{ url, title: 'Otra vez el faro' }])
  await expect.element(share.form).not.toBeInTheDocument()
})

test('an earlier item that loads while Safo types is highlighted and doesn’t take the focus', async () => {
  const pages = answerPages(news.list, [...others, first], 10)
  await openPage('/news', { screen: 'narrow', answers: [shared, pages, ...newsOf().answers] })
  await expect.element(items.nth(9)).toBeVisible()
  const next = holdBack(news.list)
  nowAnswer(next.handler)
  await toggle.click()
  await share.fill({ url })
  await share.title.click()
  await share.form.getByRole('link', { name: 'La luz del faro' }).click()
  await share.title.click()
  next.release()
  await expect.poll(() => document.getElementById(`noticia-${first.id}`)?.className).toContain('highlighted')
  await expect.element(share.title).toHaveFocus()
})

const fetchTitle = share.button('Traer el título')
const titled = answer(news.title, { title: 'El faro, de noche' })
const offer = share.form.getByText('La página se llama «El faro, de noche».')

test('the title of a page is fetched into an empty field, and offered if the field has text; one that isn’t found, or is refused, is said', async () => {
  await openForm(titled)
  await expect.element(fetchTitle).toBeDisabled()
  await share.fill({ url })
  await fetchTitle.click()
  await expect.element(share.title).toHaveValue('El faro, de noche')
  await expect.element(share.form.getByText('Se ha puesto el título de la página.')).toBeVisible()
  await share.fill({ title: 'El mío' })
  await expect.element(offer).toBeVisible()
  await fetchTitle.click()
  await expect.element(offer).toBeVisible()
  await expect.element(share.title).toHaveValue('El mío')
  await share.button('Usar este título').click()
  await expect.element(share.title).toHaveValue('El faro, de noche')
  // the offer disappears when the address changes
  await share.fill({ url: 'https://otra.example/' })
  await expect.element(share.form.getByText(/título de la página|La página se llama/)).not.toBeInTheDocument()

  nowAnswer(answer(news.title, { title: null }))
  await fetchTitle.click()
  await expect.element(page.getByText('No se ha podido averiguar el título de esa página.')).toBeVisible()
  nowAnswer(refuse(news.title, 429, 'Demasiados intentos.', 'too_many_requests'))
  await fetchTitle.click()
  await expect.element(page.getByText('Demasiados intentos.')).toBeVisible()
  expect(button('Usar este título').query()).toBeNull()
})

test('an address without https:// gets it when the field is left, and its title is fetched; what is no address stays refused', async () => {
  await openForm(titled)
  await share.fill({ url: ' elpais.com/cultura ' })
  await share.comment.click()
  await expect.element(share.url).toHaveValue('https://elpais.com/cultura')
  await expect.element(share.title).toHaveValue('El faro, de noche')
  expect(sentTo(news.title)).toEqual([{ url: 'https://elpais.com/cultura' }])
  // with a title nothing is asked; Enter in the field completes the address too
  await share.fill({ url: 'www.biblioteca.example:8080' })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentTo(news.create)).toMatchObject([{ url: 'https://www.biblioteca.example:8080' }])
  expect(sentTo(news.title)).toHaveLength(1)
  await toggle.click()
  for (const url of [
    'hola',
    'ana@alejandria.example',
    'ftp://faro.example',
    'javascript:alert(1)',
    '//faro.example',
    '3.14',
  ]) {
    await share.fill({ url })
    await share.title.click()
    await expect.element(share.url).toHaveValue(url)
    await expect.element(share.url).toHaveAccessibleDescription('La URL debe comenzar con http:// o https://')
  }
})
