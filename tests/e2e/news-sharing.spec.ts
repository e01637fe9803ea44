// Sharing a link in the news (SPEC §2 'News', §5, §8).
import type { NewsItem } from '../../contract/news.ts'
import { holdBack, refuse } from './support/gate.ts'
import {
  address,
  alert,
  button,
  error,
  field,
  form,
  items,
  list,
  main,
  send,
  sharedCheck,
  shares,
  stored,
  toast,
  toggle,
  type,
} from './support/news.ts'
import { answer, expect, test } from './support/test.ts'

test.describe('Sharing a link', () => {
  test('opens a form, sends what is typed, and shows it first', async ({ house, openAs }) => {
    const hipatia = house.hipatia
    await shares(hipatia, { title: 'Antes', url: 'https://a.example/' })
    const page = await openAs('Safo', '/news')
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await toggle(page).click()
    await expect(field(form(page), 'URL')).toBeFocused()
    await expect(send(page)).toBeDisabled()
    await type(form(page), { url: address })
    await expect(send(page)).toBeDisabled()
    await type(form(page), { title: '  El faro ', comment: '   ' })
    await send(page).dblclick()
    await expect(items(page)).toContainText(['El faro', 'Antes'])
    await expect(form(page)).toHaveCount(0)
    await expect(items(page).first()).toBeFocused()
    await expect(toast(page, 'La noticia se ha agregado.')).toBeVisible()
    expect(await stored(hipatia)).toMatchObject([
      { title: 'El faro', url: address, comment: null, created_by: 'Safo' },
      { title: 'Antes' },
    ])
  })

  test('says beside each field what is wrong with it', async ({ house, openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    const f = form(page)
    await type(f, { url: '  ', title: ' \u00a0 ', comment: '' })
    await expect(send(page)).toBeEnabled()
    await send(page).click()
    await expect(error(f, 'La URL es requerida')).toBeVisible()
    await expect(error(f, 'El título es requerido')).toBeVisible()
    await expect(field(f, 'URL')).toBeFocused()
    await expect(field(f, 'URL')).toHaveAccessibleDescription('La URL es requerida')
    await type(f, { url: 'elpais.com', title: 'ñ'.repeat(501), comment: 'x'.repeat(1001) })
    await expect(error(f, 'La URL debe comenzar con http:// o https://')).toBeVisible()
    await expect(error(f, 'El título no puede tener más de 500 caracteres')).toBeVisible()
    await expect(error(f, 'El comentario no puede tener más de 1000 caracteres')).toBeVisible()
    await type(f, { url: `https://a.example/${'x'.repeat(2000)}` })
    await expect(error(f, 'La URL no puede tener más de 2000 caracteres')).toBeVisible()
    await send(page).click()
    expect(await stored(house.hipatia)).toEqual([])
  })

  test('that fails is said, with what the server says, and nothing typed is lost', async ({ openAs, trouble }) => {
    trouble.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await type(form(page), { url: address, title: 'El faro', comment: 'Vale.' })
    await refuse(page, list, 500, undefined, 'POST')
    await send(page).click()
    await expect(alert(page).getByText('Error al crear la noticia', { exact: true })).toBeVisible()
    await button(alert(page), 'Cerrar el aviso').click()
    await expect(alert(page)).toHaveCount(0)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
    await page.unroute(list)
    await refuse(page, list, 500, 'Hoy no.', 'POST')
    await send(page).click()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()
    const shownAt = Date.now()
    await expect(alert(page)).toHaveCount(0, { timeout: 10_000 })
    expect(Date.now() - shownAt).toBeGreaterThan(3500)
    await page.unroute(list)
    await page.reload()
    await expect(field(form(page), 'URL')).toHaveValue(address)
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await expect(field(form(page), 'Comentario (opcional)')).toHaveValue('Vale.')
    await send(page).click()
    await expect(items(page)).toContainText(['El faro'])
    await page.reload()
    await expect(items(page)).toContainText(['El faro'])
    await expect(form(page)).toHaveCount(0)
  })

  test('goes on although the form is closed: it is shared once, and a failure is said', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 POST /api/news')
    const page = await openAs('Safo', '/news')
    await expect(main(page).getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
    await refuse(page, list, 500, 'Hoy no.', 'POST')
    const refusal = await holdBack(page, list)
    await toggle(page).click()
    await type(form(page), { url: address, title: 'El faro' })
    await send(page).click()
    await toggle(page).click()
    await expect(form(page)).toHaveCount(0)
    refusal.open()
    await expect(alert(page).getByText('Hoy no.', { exact: true })).toBeVisible()

    await page.unrouteAll({ behavior: 'wait' })
    const answer = await holdBack(page, list)
    await toggle(page).click()
    await send(page).click()
    await toggle(page).click()
    await toggle(page).click()
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await field(form(page), 'Título').press('Enter')
    answer.open()
    await expect(items(page)).toContainText(['El faro'])
    await expect(form(page)).toHaveCount(0)
    expect(await stored(house.hipatia)).toHaveLength(1)
  })

  test('is given up after a question, and never by accident', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await button(form(page), 'Cancelar').click()
    await expect(form(page)).toHaveCount(0)
    await expect(toggle(page)).toBeFocused()
    await toggle(page).click()
    await type(form(page), { title: 'El faro' })
    await button(form(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await toggle(page).click()
    await toggle(page).click()
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await button(form(page), 'Cancelar').click()
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(form(page)).toHaveCount(0)
  })

  test('is put away by Escape, which asks before anything typed goes', async ({ openAs }) => {
    const page = await openAs('Safo', '/news')
    await toggle(page).click()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await expect(toggle(page)).toBeFocused()
    await toggle(page).click()
    await type(form(page), { title: 'El faro' })
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Cancelar')
    await expect(field(form(page), 'Título')).toHaveValue('El faro')
    await expect(field(form(page), 'Título')).toBeFocused()
    await page.keyboard.press('Escape')
    await answer(page, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(form(page)).toHaveCount(0)
    await expect(toggle(page)).toBeFocused()
    await toggle(page).click()
    await expect(field(form(page), 'Título')).toHaveValue('')
  })

  test('notices what was shared before, leads there, and shares it again', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const first = await shares(zenon, { title: 'La luz del faro' })
    for (let n = 0; n < 35; n++) await shares(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
    const page = await openAs('Safo', '/news', {
      before: async (page) => {
        await page.route(sharedCheck, async (route) => {
          const response = await route.fetch()
          const { item } = (await response.json()) as { item: NewsItem | null }
          const created_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
          await route.fulfill({ response, json: { item: item && { ...item, created_at } } })
        })
      },
    })
    await toggle(page).click()
    const f = form(page)
    await type(f, { url: 'http://elpais.com/cultura/faro/?utm_source=carta' })
    await expect(f.getByText(/Ya compartida/)).toHaveCount(0)
    await field(f, 'Título').click()
    const notice = f.getByRole('status').filter({ hasText: 'Ya compartida' })
    await expect(notice).toHaveText(
      'Ya compartida por Zenón hace 3 días: La luz del faro. Puedes compartirla otra vez.',
    )
    await notice.getByRole('link', { name: 'La luz del faro' }).click()
    await expect(page.locator(`#noticia-${first.id}`)).toBeFocused()
    await expect(page.locator(`#noticia-${first.id}`)).toBeInViewport()
    await type(f, { url: 'https://otra.example/' })
    await expect(notice).toHaveCount(0)
    await type(f, { url: address, title: 'Otra vez el faro' })
    await expect(notice).toBeVisible()
    await send(page).click()
    await expect(items(page).first()).toContainText('Otra vez el faro')
    // it is asked once more, for what it would be next time
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('an address that is pasted is looked up at once', async ({ house, openAs }) => {
  await shares(await house.person('Zenón'))
  const page = await openAs('Safo', '/news')
  await toggle(page).click()
  await type(form(page), { title: address })
  await field(form(page), 'Título').press('ControlOrMeta+A')
  await field(form(page), 'Título').press('ControlOrMeta+X')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await field(form(page), 'URL').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(form(page).getByText(/^Ya compartida por Zenón hoy/)).toBeVisible()
  await expect(field(form(page), 'URL')).toBeFocused()
})

test('who types something else meanwhile isn’t taken to the link, which is marked', async ({ house, openAs }) => {
  const zenon = await house.person('Zenón')
  const first = await shares(zenon)
  for (let n = 0; n < 35; n++) await shares(zenon, { title: `Otra ${n}`, url: `https://a.example/${n}` })
  const page = await openAs('Safo', '/news')
  await expect(items(page)).toHaveCount(30)
  const next = await holdBack(page, list)
  await toggle(page).click()
  await type(form(page), { url: address })
  await field(form(page), 'Título').focus()
  await form(page).getByRole('link', { name: 'El faro' }).click()
  await field(form(page), 'Título').focus()
  next.open()
  await expect(page.locator(`#noticia-${first.id}[class*=marked]`)).toBeVisible()
  await expect(field(form(page), 'Título')).toBeFocused()
})
