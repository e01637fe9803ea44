// Typed text is never lost (DECISIONS §3).
import { delayResponse } from '../../support/browser/network.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { formToggle } from '../../support/browser/pages/comments.ts'
import { navigationLink, signOutButton } from '../../support/browser/pages/navigation.ts'
import { expectTyped, typePost } from '../../support/browser/pages/post-editor.ts'
import { newPostLink } from '../../support/browser/pages/posts.ts'
import { answer, expect, type Given, headerOf, type Page, test } from '../../support/browser/test.ts'

/** Ends the session of a page, which doesn't know it yet. */
async function endSession(page: Page, { url }: Given['server']) {
  const token = await page.evaluate(() => sessionStorage.getItem('auth_token'))
  await fetch(new URL('/api/auth/logout', url), { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

/** The unsaved post of these tests. */
const unsaved = { title: 'Elogio de la coma', content: 'Nadie la *echa de menos*, hasta que falta.\n\n- uno' }

test('an unsaved post is restored for its author only, with a note, also after all tabs were closed', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(...requestsOfEveryPage) // of the session that ends
  const safo = await openAs('Safo', '/blog/create')
  await server.person('Zenón')
  const context = safo.context()
  await typePost(safo, unsaved)
  const later = await context.newPage() // A browser without pages closes.
  const restored = later.getByText('Se ha recuperado lo que no habías guardado.')
  await safo.close()
  await later.goto('/home')
  await signInByHand(later, 'Zenón')
  await later.goto('/blog/create')
  await expectTyped(later, { title: '', content: '' })
  await expect(restored).toHaveCount(0)
  await signOutButton(later).click()
  await signInByHand(later, 'Safo')
  await later.goto('/blog/create')
  await expectTyped(later, unsaved)
  await expect(restored).toBeVisible()
})

test('leaving a page with unsent text asks first, also when it is closed or on the way back; not once the text is removed', async ({
  openAs,
}) => {
  const question = 'Hay un texto sin enviar. Este navegador lo guarda: lo encontrarás al volver.'
  const safo = await openAs('Safo', '/blog/create')
  await typePost(safo, unsaved)
  await navigationLink(safo, 'Blog').click()
  await answer(safo, question, 'Cancelar')
  await expect(safo).toHaveURL('/blog/create')
  await expectTyped(safo, unsaved)
  const asked = safo.waitForEvent('dialog')
  await safo.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expectTyped(safo, unsaved)
  await navigationLink(safo, 'Blog').click()
  await answer(safo, question, 'Salir de la página')
  await expect(safo).toHaveURL('/blog')
  await newPostLink(safo).click()
  await expectTyped(safo, unsaved)
  await typePost(safo, { title: '', content: '' })
  await navigationLink(safo, 'Blog').click()
  await expect(safo).toHaveURL('/blog')

  await navigationLink(safo, 'Noticias').click()
  await navigationLink(safo, 'Blog').click()
  await newPostLink(safo).click()
  await typePost(safo, unsaved)
  const skipLink = safo.getByRole('link', { name: 'Saltar al contenido' })
  await skipLink.focus()
  await safo.keyboard.press('Enter')
  await expect(safo).toHaveURL('/blog/create#contenido')
  for (const step of [-2, -3]) {
    await safo.evaluate((step) => history.go(step), step)
    await answer(safo, question, 'Cancelar')
    await expect(safo).toHaveURL('/blog/create#contenido')
  }
  await safo.evaluate(() => {
    navigation.addEventListener('currententrychange', () => history.back(), { once: true })
    history.go(-2)
  })
  await answer(safo, question, 'Cancelar')
  await expect(safo).toHaveURL('/blog/create#contenido')
  await expectTyped(safo, unsaved)
  await safo.evaluate(() => history.go(-2))
  await answer(safo, question, 'Salir de la página')
  await expect(safo).toHaveURL('/blog')
  await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
})

test('an unsent comment outlives a reload and its session, then is sent', async ({ openAs, server, pageErrors }) => {
  pageErrors.expect('401 POST /api/comments/post/{id}')
  // the page asks for new comments at intervals, and may still be asking for the post
  pageErrors.tolerate(...requestsOfEveryPage, '401 GET /api/comments/post/{id}', /^401 GET \/api\/posts\//)
  pageErrors.tolerate(/^(console|failed)/)
  const { hipatia } = server
  const post = await hipatia.createPost({ title: 'El faro' })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const field = safo.getByRole('textbox', { name: 'Comentario' })
  await formToggle(safo).press('Enter')
  await field.fill('Yo lo vi.')
  await safo.reload()
  await expect(field).toHaveValue('Yo lo vi.')
  await endSession(safo, server)
  // The login modal may already cover the button: another request can notice the end of the session first.
  await safo
    .getByRole('button', { name: 'Publicar comentario', exact: true, includeHidden: true })
    .dispatchEvent('click')
  const modal = loginModal(safo)
  await fillLogin(modal, 'Safo')
  await expect(safo.getByRole('listitem').filter({ hasText: 'Yo lo vi.' })).toBeVisible()
})

test('a post that Safo was sending is never sent as somebody else’s', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate(/^(console|failed|401)/)
  await server.person('Zenón')
  const post = await server.hipatia.createPost({ title: 'El faro' })
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
  await formToggle(safo).press('Enter')
  await safo.getByRole('textbox', { name: 'Comentario' }).fill('Solo mío.')
  const sent: string[] = []
  const delayed = await delayResponse(safo, '**/api/comments/post/*')
  safo.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/comments/')) sent.push(request.url())
  })
  await safo.getByRole('button', { name: 'Publicar comentario', exact: true }).click()
  await expect.poll(() => sent.length).toBe(1)
  await endSession(safo, server)
  // Another request of the page notices the end of the session first.
  await safo.clock.runFor(61_000)
  const modal = loginModal(safo)
  await expect(modal).toBeVisible()
  await fillLogin(modal, 'Zenón')
  await expect(headerOf(safo)).toContainText('Bienvenida/o, Zenón')
  const refused = safo.waitForResponse((response) => response.status() === 401 && response.url() === sent[0])
  delayed.release()
  await refused
  await safo.reload()
  expect(sent).toHaveLength(1)
  expect(await server.hipatia.call('GET', `/comments/post/${post.id}`)).toEqual([])
})
