import { delayResponse } from '../../support/browser/network.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { blankPage, expect, test } from '../../support/browser/test.ts'

const story = [
  'Este sitio lleva el nombre de Alejandría',
  'A sus salas llegaban barcos cargados de rollos',
  'Aquí puedes escribir y leer',
]

test('the home page’s words and picture stand in its HTML, of other pages a frame', async ({ server, visit }) => {
  for (const path of ['/', '/home']) {
    const html = await (await fetch(`${server.url}${path}`)).text()
    for (const words of story) expect(html).toContain(words)
    expect(html).toMatch(/<svg[^>]*aria-label="Grabado: desde una sala de la Biblioteca/)
    expect(html).toContain('Iniciar Sesión')
    expect(html).not.toMatch(/<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)/)
  }
  for (const path of ['/blog', '/chat', '/files', '/news', '/admin', '/account', '/nowhere']) {
    const html = await (await fetch(`${server.url}${path}`)).text()
    expect(html).toContain('aria-label="Principal"')
    expect(html).toContain('Saltar al contenido')
    expect(html).not.toContain(story[0])
  }
  const page = await visit('/home', { javaScriptEnabled: false })
  await expect(page.getByRole('heading', { level: 1, name: 'Alejandría' })).toBeVisible()
  for (const words of story) await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Grabado/ })).toBeVisible()
})

test('a visitor reads the home page before the app has loaded; a press in that time is not lost', async ({ visit }) => {
  const page = await visit(blankPage)
  const app = await delayResponse(page, /\/assets\/index-.*\.js$/)
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByText('Aquí puedes escribir y leer')).toBeVisible()
  await signInButton(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  app.release()
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
})

test('the app is loaded again after a network failure', async ({ visit, pageErrors }) => {
  pageErrors.expect(/^failed GET \/assets\/index-/)
  let requests = 0
  const page = await visit('/home', {
    before: (page) =>
      page.route(/\/assets\/index-.*\.js$/, (route) => (requests++ === 0 ? route.abort() : route.fallback())),
  })
  // a click on the page that is about to be loaded again would be lost
  await expect.poll(() => requests).toBe(2)
  await signInButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a style sheet that is lost once is asked for again: a post has its letters', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(/^failed GET \/assets\/member-/)
  const { id } = await server.hipatia.createPost()
  let requests = 0
  const page = await openAs('Safo', `/blog/${id}`, {
    before: (page) =>
      page.route(/\/assets\/member-.*\.css$/, (route) => (requests++ === 0 ? route.abort() : route.fallback())),
  })
  await expect(page.locator('.prose')).toHaveCSS('font-family', /^"?Alegreya/)
  expect(requests).toBe(2)
})

test('a member who comes back sees no button to sign in, not even before the app has loaded', async ({ openAs }) => {
  const page = await openAs('Safo', '/home')
  const app = await delayResponse(page, /\/assets\/index-.*\.js$/)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Aquí puedes escribir y leer')).toBeVisible()
  await expect(signInButton(page)).toBeHidden()
  app.release()
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
})
