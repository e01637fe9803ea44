import { loginModal } from '../../support/browser/pages/auth/login.ts'
import { mainNavigation } from '../../support/browser/pages/navigation.ts'
import { newPostLink } from '../../support/browser/pages/posts.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { createUser, openCreateUser } from '../../support/browser/pages/users.ts'
import { expect, headerOf, passwordOf, signIn, test } from '../../support/browser/test.ts'

const friend = { name: 'Aristarco', email: 'aristarco@alejandria.example', password: 'el sol en el centro' }

test('Hipatia creates an account for a friend, writes and publishes a post, and he reads it on his phone', async ({
  visit,
}) => {
  const hipatia = await visit('/')
  await expect(hipatia).toHaveURL('/home')
  await signIn(hipatia, 'Hipatia', passwordOf('Hipatia'))
  const header = headerOf(hipatia)
  await expect(header).toContainText('Bienvenida/o, Hipatia (Admin)')

  // an account for the friend
  await header.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(hipatia).toHaveURL('/admin')
  const modal = await openCreateUser(hipatia)
  await createUser(modal, friend)
  await expect(modal).toBeHidden()
  const row = rowOf(hipatia, friend.name)
  await expect(row).toContainText(friend.email)
  await expect(row).toContainText('normal')
  await expect(row).toContainText('Active')

  // a post, first as a draft
  await header.getByRole('link', { name: /^Blog\b/ }).click()
  await newPostLink(hipatia).click()
  await expect(hipatia).toHaveURL('/blog/create')
  await hipatia.getByLabel('Título').fill('El faro y la biblioteca')
  await hipatia
    .getByRole('textbox', { name: 'Contenido' })
    .fill('# Dos luces\n\nUna para los **barcos**, otra para los lectores:\n\n- el faro\n- la biblioteca\n')
  await hipatia.getByRole('button', { name: 'Guardar Borrador' }).click()
  await expect(hipatia).toHaveURL('/blog/drafts')
  const draft = hipatia.getByRole('article').filter({ hasText: 'El faro y la biblioteca' })
  await expect(draft).toContainText('BORRADOR')

  await draft.getByRole('button', { name: 'Publicar' }).click()
  const question = hipatia.getByRole('alertdialog')
  await expect(question).toContainText('¿Estás seguro de que quieres publicar este borrador?')
  await question.getByRole('button', { name: 'Publicar' }).click()
  await expect(hipatia.getByText('No tienes borradores')).toBeVisible()

  // the friend, on his phone
  const aristarco = await visit('/home', { screen: 'phone' })
  await aristarco.getByRole('button', { name: 'Iniciar Sesión' }).tap()
  const login = loginModal(aristarco)
  await login.getByLabel('Name').fill(friend.name)
  await login.getByLabel('Password', { exact: true }).fill(friend.password)
  await login.getByRole('button', { name: 'Login', exact: true }).tap()
  await expect(login).toBeHidden()
  await mainNavigation(aristarco)
    .getByRole('link', { name: /^Blog\b/ })
    .tap()
  await aristarco.getByRole('link', { name: 'El faro y la biblioteca', exact: true }).tap()
  await expect(aristarco.getByRole('heading', { level: 1, name: 'El faro y la biblioteca' })).toBeVisible()
  const text = aristarco.getByRole('article')
  await expect(text.getByRole('heading', { name: 'Dos luces' })).toBeVisible()
  await expect(text.locator('strong')).toHaveText('barcos')
  await expect(text.getByRole('listitem')).toHaveText(['el faro', 'la biblioteca'])
  await expect(aristarco.getByText('Por Hipatia')).toBeVisible()
  await expect(aristarco.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})
