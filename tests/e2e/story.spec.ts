import { expect, headerOf, passwordOf, signIn, test } from './support/test.ts'

const friend = { name: 'Aristarco', email: 'aristarco@alejandria.example', password: 'el sol en el centro' }

test('Hipatia lets a friend in, writes a post, publishes it, and he reads it on his phone', async ({ visit }) => {
  const hipatia = await visit('/')
  await expect(hipatia).toHaveURL('/home')
  await signIn(hipatia, 'Hipatia', passwordOf('Hipatia'))
  const header = headerOf(hipatia)
  await expect(header).toContainText('Bienvenida/o, Hipatia (Admin)')

  // an account for the friend
  await header.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(hipatia).toHaveURL('/admin')
  await hipatia.getByRole('button', { name: 'Create User' }).click()
  const modal = hipatia.getByRole('dialog', { name: 'Create User' })
  await modal.getByLabel('Name').fill(friend.name)
  await modal.getByLabel('Email').fill(friend.email)
  await modal.getByLabel('Password', { exact: true }).fill(friend.password)
  await modal.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(modal).toBeHidden()
  const row = hipatia.getByRole('row').filter({ hasText: friend.name })
  await expect(row).toContainText(friend.email)
  await expect(row).toContainText('normal')
  await expect(row).toContainText('Active')

  // a post, first as a draft
  await header.getByRole('link', { name: /^Blog\b/ }).click()
  await hipatia.getByRole('link', { name: 'Crear Nuevo Post' }).first().click()
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
  const login = aristarco.getByRole('dialog', { name: 'Login' })
  await login.getByLabel('Name').fill(friend.name)
  await login.getByLabel('Password', { exact: true }).fill(friend.password)
  await login.getByRole('button', { name: 'Login', exact: true }).tap()
  await expect(login).toBeHidden()
  await aristarco
    .getByRole('navigation', { name: 'Principal' })
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
