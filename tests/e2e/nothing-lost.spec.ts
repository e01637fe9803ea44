// What was typed is never lost (DECISIONS §3): each way of losing it, and in each it is there again.
import { holdBack, refuse } from './support/gate.ts'
import { answer, expect, headerOf, type Page, passwordOf, signIn, test } from './support/test.ts'
import { asOfAFrame } from './support/trouble.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Título' })
const content = (page: Page) => page.getByRole('textbox', { name: 'Contenido' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const restored = (page: Page) => page.getByText('Se ha recuperado lo que no habías guardado.')

const words = { title: 'Elogio de la coma', content: 'Nadie la *echa de menos*, hasta que falta.\n\n- uno' }

async function type(page: Page, { title: name, content: text } = words) {
  await title(page).fill(name)
  await content(page).fill(text)
}
async function expectTyped(page: Page, { title: name, content: text } = words) {
  await expect(title(page)).toHaveValue(name)
  await expect(content(page)).toHaveValue(text)
}

test.describe('A post that was not saved', () => {
  test('is there after a reload, and says so', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await expect(restored(safo)).toHaveCount(0)
    await type(safo)
    await safo.reload()
    await expectTyped(safo)
    await expect(restored(safo)).toBeVisible()
  })

  test('is there after the tab was closed', async ({ openAs }) => {
    const home = await openAs('Safo', '/home')
    const tab = await home.context().newPage()
    await tab.goto('/blog/create')
    await type(tab)
    await tab.close()
    const another = await home.context().newPage()
    await another.goto('/blog/create')
    await expectTyped(another)
    await button(another, 'Publicar Post').click()
    await expect(another).toHaveURL('/blog')
    await another.goto('/blog/create')
    await expectTyped(another, { title: '', content: '' })
  })

  test('is there after all tabs were closed, for whoever typed it and nobody else', async ({ openAs, house }) => {
    const safo = await openAs('Safo', '/blog/create')
    await house.person('Zenón')
    const context = safo.context()
    await type(safo)
    const later = await context.newPage() // a browser without pages is gone
    await safo.close()
    await later.goto('/home')
    await signIn(later, 'Zenón', passwordOf('Zenón'))
    await expect(headerOf(later)).toContainText('Bienvenida/o, Zenón')
    await later.goto('/blog/create')
    await expectTyped(later, { title: '', content: '' })
    await headerOf(later).getByRole('button', { name: 'Cerrar Sesión' }).click()
    await signIn(later, 'Safo', passwordOf('Safo'))
    await expect(headerOf(later)).toContainText('Bienvenida/o, Safo')
    await later.goto('/blog/create')
    await expectTyped(later)
  })

  test('is there after a save that failed, and goes with the one that works', async ({ openAs, trouble }) => {
    trouble.expect('500 POST /api/posts')
    const safo = await openAs('Safo', '/blog/create')
    await type(safo)
    await refuse(safo, '**/api/posts', 500, undefined, 'POST')
    await button(safo, 'Publicar Post').click()
    await expect(safo.getByRole('alert').getByText('Error: Failed to create post')).toBeVisible()
    await expectTyped(safo)
    await safo.reload()
    await expectTyped(safo)
    await safo.unroute('**/api/posts')
    await button(safo, 'Publicar Post').click()
    await expect(safo.getByRole('link', { name: words.title, exact: true })).toBeVisible()
  })

  test('is there while the server is gone, and after it was started again', async ({ openAs, house, trouble }) => {
    trouble.tolerate(/^(console|failed)/)
    const safo = await openAs('Safo', '/blog/create')
    await type(safo)
    const startAgain = await house.stop('SIGKILL')
    await button(safo, 'Publicar Post').click()
    await expect(safo.getByRole('alert').getByText('Error: Failed to create post')).toBeVisible()
    await expectTyped(safo)
    await startAgain()
    await button(safo, 'Publicar Post').click()
    await expect(safo.getByRole('link', { name: words.title, exact: true })).toBeVisible()
  })

  test('is typed in two tabs, and neither writes over the other', async ({ openAs }) => {
    const one = await openAs('Safo', '/blog/create')
    const two = await one.context().newPage()
    await two.goto('/blog/create')
    const other = { title: 'Del punto', content: 'Y aparte.' }
    await type(one)
    await type(two, other)
    await one.reload()
    await expectTyped(one)
    await two.reload()
    await expectTyped(two, other)
    // what one of them saves is no concern of the other
    await button(one, 'Publicar Post').click()
    await expect(one).toHaveURL('/blog')
    await two.reload()
    await expectTyped(two, other)
  })
})

test.describe('Leaving a page on which something is not sent', () => {
  const question = 'Hay un texto sin enviar. Este navegador lo guarda: lo encontrarás al volver.'

  test('is asked first, and the text waits', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await type(safo)
    const toBlog = () =>
      headerOf(safo)
        .getByRole('link', { name: /^Blog\b/ })
        .click()
    await toBlog()
    await answer(safo, question, 'Cancelar')
    await expect(safo).toHaveURL('/blog/create')
    await expectTyped(safo)
    await toBlog()
    await answer(safo, question, 'Salir de la página')
    await expect(safo).toHaveURL('/blog')
    await safo.getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
    await expectTyped(safo)
  })

  test('closing the tab is asked by the browser', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await type(safo)
    const asked = safo.waitForEvent('dialog')
    await safo.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expectTyped(safo)
  })

  test('is not asked when nothing was typed, or it was taken back', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await type(safo)
    await type(safo, { title: '', content: '' })
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await expect(safo).toHaveURL('/blog')
  })
})

test.describe('A comment that was not sent', () => {
  test('is there after a reload and after a lost session, and then goes on by itself', async ({
    openAs,
    house,
    trouble,
  }) => {
    trouble.expect('401 POST /api/comments/post/{id}')
    trouble.tolerate(...asOfAFrame)
    trouble.tolerate(/^(console|failed)/)
    const { hipatia } = house
    const post = await hipatia.writes({ title: 'El faro' })
    const safo = await openAs('Safo', `/blog/${post.id}`)
    const field = safo.getByRole('textbox', { name: 'Comentario' })
    await safo.getByRole('button', { name: 'Escribir un comentario' }).click()
    await field.fill('Yo lo vi.')
    await safo.reload()
    await expect(field).toHaveValue('Yo lo vi.')
    const token = await safo.evaluate(() => sessionStorage.getItem('auth_token'))
    await fetch(new URL('/api/auth/logout', house.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await safo.getByRole('button', { name: 'Publicar comentario', exact: true }).click()
    const modal = safo.getByRole('dialog', { name: 'Login' })
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(safo.getByRole('listitem').filter({ hasText: 'Yo lo vi.' })).toBeVisible()
  })
})

test('what one person was sending is never sent as another, who signed in meanwhile', async ({
  openAs,
  house,
  trouble,
}) => {
  trouble.tolerate(/^(console|failed|401)/)
  await house.person('Zenón')
  const post = await house.hipatia.writes({ title: 'El faro' })
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
  await safo.getByRole('button', { name: 'Escribir un comentario' }).click()
  await safo.getByRole('textbox', { name: 'Comentario' }).fill('Solo mío.')
  const sent: string[] = []
  const gate = await holdBack(safo, '**/api/comments/post/*')
  safo.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/comments/')) sent.push(request.url())
  })
  await safo.getByRole('button', { name: 'Publicar comentario', exact: true }).click()
  await expect.poll(() => sent.length).toBe(1)
  const token = await safo.evaluate(() => sessionStorage.getItem('auth_token'))
  await fetch(new URL('/api/auth/logout', house.url), { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  // something else of the page meets the end of the session first
  await safo.clock.runFor(61_000)
  const modal = safo.getByRole('dialog', { name: 'Login' })
  await expect(modal).toBeVisible()
  await modal.getByLabel('Name').fill('Zenón')
  await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Zenón'))
  await modal.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(headerOf(safo)).toContainText('Bienvenida/o, Zenón')
  const refused = safo.waitForResponse((response) => response.status() === 401 && response.url() === sent[0])
  gate.open()
  await refused
  await safo.reload()
  expect(sent).toHaveLength(1)
  expect(await house.hipatia.call('GET', `/comments/post/${post.id}`)).toEqual([])
})
