// The head of the account page: one's own name, address and picture.
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type UserChanges, users } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { toast } from '../../support/web/dialogs.ts'
import { hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { ownAccount } from '../auth/admin-answers.ts'
import { archive, attach, fileOf, holdUploads } from '../links/links.ts'
import { accountAnswers } from './account-answers.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const photo = fileOf('yo.jpg', { file_type: 'image/jpeg' })
const store = () => holdUploads(() => photo)()
const choosePhoto = () => attach('Cambiar foto', new File(['x'], 'yo.jpg', { type: 'image/jpeg' }))
const drawn = '/tests/fixtures/dibujo.png'
const changed = answer(users.changeOwnAvatar, ({ body }) => {
  const { avatar } = body as { avatar: string | null }
  return { ...safo, avatar, avatar_url: avatar && drawn }
})

test('Safo’s picture becomes a photo of her telephone, which goes into the archive, and then the seal again', async () => {
  await openPage('/account', { screen: 'narrow', answers: [changed, ...accountAnswers()] })
  store()
  await expect.element(main.getByText('Tu nombre y tu correo los cambia quien administra la comunidad.')).toBeVisible()
  expect(button('Editar').elements()).toEqual([])
  const change = button('Cambiar foto')
  await expect.element(change).toHaveAccessibleDescription('La foto queda también en el archivo.')
  await choosePhoto()
  await expect.element(toast('Tu foto ha cambiado.')).toBeVisible()
  const chosen = { avatar: `file:${photo.id}` }
  await expect.poll(() => sentTo(users.changeOwnAvatar)).toEqual([chosen])
  await expect.poll(() => main.element().querySelector('img')?.getAttribute('src')).toBe(drawn)
  await expectAccessible('the own account')
  await button('Quitar foto').click()
  await expect.element(button('Quitar foto')).not.toBeInTheDocument()
  await expect.element(change).toHaveFocus()
  await expect.poll(() => sentTo(users.changeOwnAvatar)).toEqual([chosen, { avatar: null }])
  const refused = 'Esa imagen no está en el archivo, o no es una imagen'
  nowAnswer(refuse(users.changeOwnAvatar, 422, refused))
  await choosePhoto()
  await expect.element(toast(refused)).toBeVisible()
  await expect.element(change).toBeEnabled()
})

test('a photo that fails becomes Safo’s picture when its upload is retried in the archive, unless she has chosen another', async () => {
  await openPage('/account', { answers: [changed, ...archive(), ...accountAnswers()] })
  await expect.element(button('Cambiar foto')).toBeVisible()
  nowAnswer(http.post('/api/files/uploads', () => new HttpResponse(null, { status: 507 })))
  const failed = page.getByRole('link', { name: '1 subida ha fallado' })
  for (const _ of ['a photo', 'another']) {
    await choosePhoto()
    await expect.element(failed).toBeVisible()
    await expect.element(button('Cambiar foto')).toBeEnabled()
  }
  failed.element().focus()
  await userEvent.keyboard('{Enter}')
  store()
  await page.getByRole('region', { name: 'Subidas' }).getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(toast('Tu foto ha cambiado.')).toBeVisible()
  expect(sentTo(users.changeOwnAvatar)).toEqual([{ avatar: `file:${photo.id}` }])
})

test('Hipatia edits her own name on her account page, and the header greets her by it', async () => {
  const changed = answer(users.update, ({ body }) => ({ ...ownAccount, ...(body as Partial<typeof ownAccount>) }))
  await openPage('/account', { as: hipatia, answers: [changed, ...accountAnswers()] })
  await button('Editar').click()
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  await modal.getByLabelText('Name').fill('Hipatia de Alejandría')
  await modal.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect
    .element(page.getByRole('banner').first())
    .toMatchTextContent('Bienvenida/o, Hipatia de Alejandría (Admin)')
  await expect.poll(() => sentTo(users.update)).toEqual([{ name: 'Hipatia de Alejandría' } satisfies UserChanges])
  await expect.element(button('Editar')).toHaveFocus()
})
