// One session: in several tabs, after a reload, until signing out or a dead token ends it.
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { emptyStorage, storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test('Safo’s session ends in all tabs and leaves nothing to the next person', async ({ server, visit, pageErrors }) => {
  pageErrors.tolerate(...requestsOfEveryPage)
  const { call, createDraft } = await server.person('Safo')
  await server.person('Zenón')
  await createDraft({ title: 'Solo mío' })
  await server.hipatia.createPost({ title: 'Solo para miembros' })
  const first = await visit('/home')
  await signInByHand(first, 'Safo')
  const { local } = await storageOf(first)
  await headerOf(first).getByRole('link', { name: 'Mis Borradores' }).click()
  await expect(first.getByRole('link', { name: 'Solo mío', exact: true })).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/blog')
  await expect(second.getByRole('link', { name: 'Solo para miembros', exact: true })).toBeVisible()
  await headerOf(second).getByRole('link', { name: 'Noticias' }).click()
  await expect(second).toHaveURL('/news')
  await expect(second.getByText('No hay noticias')).toBeVisible()

  await signOutButton(first).click()
  await expect(first.getByText('Solo mío')).toHaveCount(0)
  await expect(second).toHaveURL('/home')
  for (const tab of [first, second]) {
    await expect(signInButton(tab)).toBeVisible()
    expect(await storageOf(tab)).toEqual(emptyStorage)
  }
  const headers = { authorization: `Bearer ${local.auth_token}` }
  await expect.poll(async () => (await fetch(`${server.url}/api/auth/me`, { headers })).status).toBe(401)
  await expect(call('GET', '/auth/me'), 'Safo’s other session is still valid').resolves.toBeTruthy()

  // Going back or reloading shows nothing of the session.
  await second.goBack()
  await expect(second).toHaveURL('/home')
  await expect(second.getByText('Solo para miembros')).toHaveCount(0)
  await second.reload()
  await expect(signInButton(second)).toBeVisible()
  await expect(second.getByText('Solo para miembros')).toHaveCount(0)

  await signInByHand(second, 'Zenón')
  await headerOf(second).getByRole('link', { name: 'Mis Borradores' }).click()
  await expect(second.getByText('No tienes borradores')).toBeVisible()
  await expect(second.getByText('Solo mío')).toHaveCount(0)
})

test('tabs hear of a kept sign-in, and change persons at a reload only', async ({ server, visit }) => {
  for (const name of ['Praxila', 'Telesforo']) await server.person(name)
  const first = await visit('/home')
  const second = await first.context().newPage()
  await second.goto('/home')
  await expect(signInButton(second)).toBeVisible()
  await signInByHand(first, 'Praxila')
  await expect(headerOf(second)).toContainText('Bienvenida/o, Praxila')
  // Telesforo’s token is stored while the page of Praxila is open
  const { token } = await server.signIn('Telesforo')
  await first.evaluate((token) => {
    localStorage.setItem('auth_person', 'otra')
    localStorage.setItem('auth_token', token)
  }, token)
  await headerOf(second).getByRole('link', { name: 'Noticias' }).click()
  await expect(second).toHaveURL('/news')
  await expect(headerOf(second)).toContainText('Bienvenida/o, Praxila')
  await second.reload()
  await expect(headerOf(second)).toContainText('Bienvenida/o, Telesforo')
})
