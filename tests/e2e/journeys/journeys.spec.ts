// The main paths through the site, in Chromium and in Firefox.

import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { archiveOf, cardOf, upload, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { expect, headerOf, signIn, test } from '../../support/browser/test.ts'
import { fixturePath } from '../../support/fixtures.ts'

test.use({ serverName: 'journeys' }) // its chat messages would be unread messages of other tests

const friend = { name: 'Aristarco', email: 'aristarco@alejandria.example', password: 'el sol en el centro' }

test('a post from the draft to the comment of a reader', async ({ openAs }) => {
  const safo = await openAs('Safo', '/blog/create')
  await safo.getByRole('textbox', { name: 'Título' }).fill('El faro y la biblioteca')
  await safo.getByRole('textbox', { name: 'Contenido' }).pressSequentially('Una luz para los **barcos**.')
  await safo.getByRole('button', { name: 'Guardar Borrador' }).click()
  await expect(safo).toHaveURL('/blog/drafts')
  const draft = safo.getByRole('article').filter({ hasText: 'El faro y la biblioteca' })
  await expect(draft).toContainText('BORRADOR')
  await draft.getByRole('button', { name: 'Publicar' }).click()
  await safo.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
  await expect(safo.getByText('No tienes borradores')).toBeVisible()

  const zenon = await openAs('Zenón', '/blog')
  await zenon.getByRole('link', { name: 'El faro y la biblioteca', exact: true }).click()
  await expect(zenon.getByRole('article').locator('strong').first()).toHaveText('barcos')
  const comments = zenon.getByRole('main').getByRole('region', { name: /^Comentarios/ })
  await comments.getByRole('button', { name: 'Escribir un comentario', exact: true }).click()
  await comments.getByRole('textbox', { name: 'Comentario', exact: true }).fill('Y otra para los lectores.')
  await comments.getByRole('button', { name: 'Publicar comentario', exact: true }).click()
  await expect(comments.locator('[id^="comment-"]')).toHaveText(/Y otra para los lectores\./)
})

test('a picture is uploaded and shown', async ({ server, openAs }) => {
  const safo = await openAs('Safo', '/files')
  await upload(safo, fixturePath('foto.jpg'))
  await expect(cardOf(safo, 'foto.jpg')).toBeVisible()
  const [file] = await archiveOf(server.hipatia)
  await expect
    .poll(() =>
      cardOf(safo, 'foto.jpg')
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await waitForImageVersions(server)
  expect(file?.original_name).toBe('foto.jpg')
})

test('two people talk in the chat', async ({ openAs }) => {
  const [safo, zenon] = [await openAs('Safo', '/chat'), await openAs('Zenón', '/chat')]
  for (const page of [safo, zenon]) await expect(page.getByText('Conectados', { exact: true })).toBeVisible()
  for (const [from, to, words] of [
    [safo, zenon, '¿Hay alguien?'],
    [zenon, safo, 'Yo, desde hace un rato'],
  ] as const) {
    await from.getByRole('textbox', { name: 'Mensaje' }).fill(words)
    await from.getByRole('textbox', { name: 'Mensaje' }).press('Enter')
    for (const page of [from, to]) {
      const messages = page.getByRole('region', { name: 'Mensajes', exact: true })
      await expect(messages.getByText(words, { exact: true })).toHaveCount(1)
    }
  }
})

test('an admin creates an account and deactivates it', async ({ openAs, visit, pageErrors }) => {
  pageErrors.tolerate(...requestsOfEveryPage) // of the account that is deactivated
  const hipatia = await openAs('Hipatia', '/admin')
  await hipatia.getByRole('button', { name: 'Create User' }).click()
  const modal = hipatia.getByRole('dialog', { name: 'Create User' })
  await modal.getByLabel('Name').fill(friend.name)
  await modal.getByLabel('Email').fill(friend.email)
  await modal.getByLabel('Password', { exact: true }).fill(friend.password)
  await modal.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(modal).toBeHidden()
  const row = hipatia.getByRole('row').filter({ hasText: friend.name })
  await expect(row).toContainText('Active')

  const page = await visit('/home')
  await signIn(page, friend.name, friend.password)
  await expect(headerOf(page)).toContainText('Bienvenida/o, Aristarco')

  await row.getByRole('button', { name: 'Deactivate' }).click()
  await hipatia.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('Inactive')
})
