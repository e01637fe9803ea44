// A session that ends while a post is being written.
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { commaPost, expectTyped, typePost } from '../../support/browser/pages/post-editor.ts'
import { newPostLink } from '../../support/browser/pages/posts.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { blankPage, expect, type Given, headerOf, type Page, signIn, test } from '../../support/browser/test.ts'

/** Clicks although the modal may cover the button: it can open by itself at any moment. */
const press = (page: Page, name: string) =>
  page
    .getByRole('main', { includeHidden: true })
    .getByRole('button', { name, exact: true, includeHidden: true })
    .dispatchEvent('click')

test.beforeEach(({ pageErrors }) => {
  // the form asks for the categories again at times
  pageErrors.tolerate(...requestsOfEveryPage, '401 GET /api/categories', /^401 (POST|PUT) \/api\/posts/)
  // asked for while the session ends
  pageErrors.tolerate(/^console warning: online users /)
})

/** Safo types a post, and her session is ended from another place. */
async function endSession({ server, visit }: Pick<Given, 'server' | 'visit'>, path: string) {
  await server.person('Safo')
  const { call, token } = await server.signIn('Safo')
  const page = await visit(blankPage)
  await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
  await page.goto(path)
  await typePost(page, commaPost)
  await call('POST', '/auth/logout')
  return { page, modal: loginModal(page) }
}

async function publishAfterSessionEnd(given: Pick<Given, 'server' | 'visit'>) {
  const { page, modal } = await endSession(given, '/blog/create')
  await press(page, 'Publicar Post')
  await expect(modal).toBeVisible()
  await expectTyped(page, commaPost)
  return { page, modal }
}

test('a quarter of an hour after her session nobody sees what Safo wrote; she finds it', async ({ server, visit }) => {
  const { page, modal } = await publishAfterSessionEnd({
    server,
    visit: (path) => visit(path, { before: (page) => page.clock.install() }),
  })
  await page.clock.fastForward('14:00')
  await expectTyped(page, commaPost)
  await page.clock.fastForward('01:01')
  await expect(page.getByRole('main', { includeHidden: true })).not.toContainText(commaPost.title)
  await expect(modal).toBeHidden()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await headerOf(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await fillLogin(modal, 'Safo')
  await expect(modal).toBeHidden()
  await page.goto('/blog/create')
  await expectTyped(page, commaPost)
})

test('Safo’s edit is saved after signing in even if the modal opened before', async ({ server, visit }) => {
  const safo = await server.person('Safo')
  const post = await safo.createPost({ title: 'Antes', content: 'Antes.' })
  const { page, modal } = await endSession({ server, visit }, `/blog/${post.id}/edit`)
  await expect(modal).toBeVisible()
  await press(page, 'Guardar Cambios')
  await fillLogin(modal, 'Safo')
  await expect(page).toHaveURL(`/blog/${post.id}`)
  expect(await safo.readPost(post)).toMatchObject(commaPost)
})

test('Zenón, who signs in instead of Safo, does not see her text', async ({ server, visit }) => {
  await server.person('Zenón')
  const { page, modal } = await publishAfterSessionEnd({ server, visit })
  await fillLogin(modal, 'Zenón')
  await expect(headerOf(page)).toContainText('Bienvenida/o, Zenón')
  await expectTyped(page, { title: '', content: '' })
})

test('closing the modal makes Safo a visitor; her text is there when she signs in', async ({ server, visit }) => {
  const { page, modal } = await publishAfterSessionEnd({ server, visit })
  await modal.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page).toHaveURL('/home')
  expect((await storageOf(page)).session).not.toHaveProperty('auth_token')

  await signIn(page, 'Safo')
  await navigationLink(page, 'Blog').click()
  await newPostLink(page).click()
  await expectTyped(page, commaPost)
})
