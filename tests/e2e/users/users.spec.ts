import type { User } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { confirmation } from '../../support/browser/pages/confirmation.ts'
import { columnHeader, rowOf } from '../../support/browser/pages/tables.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import {
  createButton,
  createUser,
  openCreateUser,
  openEditUser,
  saveUserButton,
} from '../../support/browser/pages/users.ts'
import { blankPage, expect, type Locator, type Page, test } from '../../support/browser/test.ts'

const userNames = (page: Page) => page.getByRole('rowheader').locator('bdi')
const listRequest = /\/api\/auth\/users(\?|$)/

/** Creates users to search for. */
async function createUsers(server: {
  hipatia: { call: <T>(method: string, path: string, body?: unknown) => Promise<T> }
}) {
  for (const [name, phone, role] of [
    ['Ágora Solís', '+34 600 111 222', 'normal'],
    ['Berenice Lara', '+34 600 333 444', 'admin'],
    ['Calímaco Ortiz', null, 'normal'],
  ] as const)
    await server.hipatia.call<User>('POST', '/auth/users', {
      name,
      email: `${name.split(' ')[1]?.normalize('NFD').replace(/\W/g, '').toLowerCase()}@alejandria.example`,
      password: `la clave de ${name}`,
      role,
      phone,
    })
}

test('Hipatia sees the users with all columns, and links to the other pages for admins', async ({ server, openAs }) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Avatar',
    'Name',
    'Email',
    'Phone',
    'Role',
    'Status',
    'Created',
    'Actions',
  ])
  for (const name of ['Manage Categories', 'Email Notifications', 'User Preferences'])
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
  const row = rowOf(page, 'Ágora Solís')
  await expect(row).toContainText('solis@alejandria.example')
  await expect(row).toContainText('+34 600 111 222')
  await expect(row.getByRole('button')).toHaveText(['Edit', 'Deactivate', 'Delete'])
  await expect(rowOf(page, 'Hipatia').getByRole('button')).toHaveText(['Edit'])
  await expectAccessible(page, 'the accounts')
})

test('Hipatia sorts by the column headers, and the address keeps her search', async ({ server, openAs }) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin?q=alejandria.example')
  const head = (name: string) => columnHeader(page, name)
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('600')
  await expect(userNames(page)).toHaveText(['Ágora Solís', 'Berenice Lara'])
  await expect(page.getByRole('heading', { name: '2 usuarios' })).toBeVisible()
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(userNames(page)).toHaveText(['Berenice Lara', 'Ágora Solís'])
  await head('Email').getByRole('button').click()
  await expect(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Name')).not.toHaveAttribute('aria-sort')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin')
  await expect(userNames(page)).toHaveText(['Berenice Lara'])
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('600')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('admin')
  await expect(userNames(page)).toHaveText(['Berenice Lara'])

  await page.getByRole('combobox', { name: 'Status' }).selectOption('inactive')
  await expect(page.getByText('No hay usuarios que coincidan con esos filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('')
  await expect(rowOf(page, 'Calímaco Ortiz')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^\d+ usuarios$/ })).toBeFocused()
})

test('the search waits until typing pauses, without a request for each key', async ({ server, openAs }) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin', { before: (page) => page.clock.install() })
  await expect(rowOf(page, 'Calímaco Ortiz')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 20_000) // a busy machine may pause between two keys
  const asked: string[] = []
  page.on('request', (request) => listRequest.test(request.url()) && asked.push(new URL(request.url()).search))
  await page.getByRole('searchbox', { name: 'Buscar' }).pressSequentially('calímaco')
  await page.clock.resume()
  await expect(userNames(page)).toHaveText(['Calímaco Ortiz'])
  expect(asked.length).toBeLessThan(4)
})

test('on a small phone the users are cards, sorted with a select and no wider than the screen', async ({
  server,
  openAs,
}) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin?q=alejandria.example', { screen: 'narrow' })
  await page.getByLabel('Ordenar por').selectOption('Name, de la Z a la A')
  await expect(page).toHaveURL(/direction=desc/)
  const names = userNames(page)
  await expect(names.last()).toHaveText('Ágora Solís') // first until the sorted list has come
  const shown = await names.allTextContents()
  expect(shown).toEqual([...shown].sort((one, other) => other.localeCompare(one, 'es')))
  const card = rowOf(page, 'Ágora Solís')
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? -1)
  expect(await left(card.locator('svg').first())).toBe(await left(card.getByText('+34 600 111 222').locator('..')))
  await expect(card.getByText('Active')).toBeVisible()
  await expect(rowOf(page, 'Calímaco Ortiz').getByText('Sin teléfono')).toBeHidden()
  await expectAccessible(page, 'the cards')
})

test('Hipatia sets an image of the archive as avatar, and removes it again', async ({ server, openAs }) => {
  await createUsers(server)
  await server.hipatia.uploadFile(smallPng('faro.png'))
  const page = await openAs('Hipatia', '/admin')
  const row = rowOf(page, 'Ágora Solís')
  await expect(row.locator('svg').first()).toBeVisible()
  const modal = await openEditUser(page, row)
  await modal.getByRole('button', { name: 'Elegir del archivo' }).click()
  const picker = page.getByRole('dialog', { name: 'Elegir una imagen del archivo' })
  await picker.getByLabel('Buscar imagen').fill('nada así')
  await expect(picker.getByText('Ninguna imagen coincide.')).toBeVisible()
  await picker.getByLabel('Buscar imagen').fill('faro')
  await expect(picker.getByRole('button', { name: 'faro.png' })).toBeVisible()
  await expectAccessible(page, 'the pictures')
  await picker.getByRole('button', { name: 'faro.png' }).click()
  await expect(picker).toBeHidden()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Elegir otra' })).toBeFocused()
  await saveUserButton(modal).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await modal.getByRole('button', { name: 'Quitar imagen' }).click()
  await saveUserButton(modal).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveCount(0)
})

test('the avatar of another host is not loaded', async ({ server, openAs }) => {
  await createUsers(server)
  const [agora] = await server.hipatia.call<User[]>('GET', '/auth/users?q=agora')
  await server.hipatia.call('PUT', `/auth/users/${agora?.id}`, { avatar: 'https://elsewhere.example/agora.png' })
  const page = await openAs('Hipatia', '/admin?q=agora')
  await expect(rowOf(page, 'Ágora Solís').locator('svg').first()).toBeVisible()
  await rowOf(page, 'Ágora Solís').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Avatar')).toHaveValue('https://elsewhere.example/agora.png')
  // `pageErrors` would report a request to another host.
})

test('the confirmations of deactivating and deleting name the consequences, and the focus stays in the list', async ({
  server,
  openAs,
}) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin?q=ortiz')
  const row = rowOf(page, 'Calímaco Ortiz')
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const question = confirmation(page)
  await expect(question).toContainText('Sus sesiones se cierran ahora mismo')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Esta acción no se puede deshacer.')
  await expect(question).toContainText('Nada: no ha escrito ni subido nada')
  await expect(question).toContainText('Sus sesiones, que se cierran ahora mismo')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 usuarios' })).toBeFocused()
})

test('the question before deleting says what stays of Teofrasto’s, with counts, and what goes; on a phone too', async ({
  server,
  openAs,
  pageErrors,
}) => {
  const teofrasto = await server.person('Teofrasto')
  const post = await teofrasto.createPost()
  await teofrasto.createDraft()
  for (const content of ['Uno', 'Dos']) await teofrasto.call('POST', `/comments/post/${post.id}`, { content })
  await teofrasto.uploadFile({ name: 'plantas.txt', bytes: 'x'.repeat(2048) })
  for (const screen of ['desktop', 'narrow'] as const) {
    const page = await openAs('Hipatia', '/admin?q=teofrasto', { screen })
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = confirmation(page)
    await expect(question).toHaveAccessibleName('¿Eliminar la cuenta de «Teofrasto»?')
    await expect(question.getByRole('listitem')).toHaveText([
      /^1\spost, 2\scomentarios y 1\sarchivo \(2\.00 KB\)$/,
      /^1\sborrador, que solo verán los administradores$/,
      'Lo que consta de su cuenta en Actividad',
      'Su cuenta: el correo, el teléfono, la imagen, la contraseña y las preferencias',
      'Sus sesiones, que se cierran ahora mismo',
    ])
    await expect(question).toHaveAccessibleDescription(
      /no se puede deshacer\..*1\spost.*copias de seguridad ya hechas conservarán su cuenta.*tiene que hacerlo antes/s,
    )
    await expect(question.getByRole('button', { name: 'Eliminar' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, `the question on the screen ${screen}`)
    await question.getByRole('button', { name: 'Cancelar' }).click()
  }

  pageErrors.expect('500 GET /api/auth/users/{id}/contents')
  const page = await openAs('Hipatia', '/admin?q=teofrasto')
  await refuse(page, '**/api/auth/users/*/contents', 500, undefined, 'GET')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = confirmation(page)
  await expect(question).toContainText('Todo lo que ha escrito y subido')
  await expect(question).toContainText('Sus borradores, que solo verán los administradores')
})

test('a failed action on a user shows an error, with the reason of the server or without one', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/auth/users', '500 POST /api/auth/users', '500 PUT /api/auth/users/{id}')
  pageErrors.expect('500 DELETE /api/auth/users/{id}', '500 GET /api/auth/users/{id}/contents')
  await createUsers(server)
  const page = await openAs('Hipatia', blankPage)
  for (const detail of [undefined, 'El archivo de cuentas está cerrado.'])
    await test.step(detail ?? 'without a reason', async () => {
      await refuse(page, listRequest, 500, detail, 'GET')
      await page.goto('/admin')
      const note = page.getByRole('main').getByRole('alert')
      await expect(note).toContainText(detail ?? 'Failed to fetch users')
      await page.unroute(listRequest)
      await note.getByRole('button', { name: 'Reintentar' }).click()
      const row = rowOf(page, 'Calímaco Ortiz')
      await expect(row).toBeVisible()

      await refuse(page, listRequest, 500, detail, 'POST')
      const create = await openCreateUser(page)
      await createUser(create, {
        name: 'Zenódoto',
        email: 'zenodoto@alejandria.example',
        password: 'la lista de Homero',
      })
      await expect(create.getByRole('alert')).toContainText(detail ?? 'Failed to create user')
      await expect(create.getByLabel('Name')).toHaveValue('Zenódoto')
      await expect(create.getByLabel('Password', { exact: true })).toHaveValue('la lista de Homero')
      await create.getByRole('button', { name: 'Cancelar' }).click()

      const one = /\/api\/auth\/users\/[0-9a-f]{32}/
      await refuse(page, one, 500, detail)
      const edit = await openEditUser(page, row)
      await edit.getByLabel('Phone').fill('600 555 666')
      await saveUserButton(edit).click()
      await expect(edit.getByRole('alert')).toContainText(detail ?? 'Failed to update user')
      await expect(edit.getByLabel('Phone')).toHaveValue('600 555 666')
      await edit.getByRole('button', { name: 'Cancelar' }).click()

      const question = confirmation(page)
      await row.getByRole('button', { name: 'Deactivate' }).click()
      await question.getByRole('button', { name: 'Desactivar' }).click()
      await expect(toast(page, detail ?? 'Failed to toggle user status')).toBeVisible()
      await expect(row).toContainText('Active')
      await row.getByRole('button', { name: 'Delete' }).click()
      const refused = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await question.getByRole('button', { name: 'Eliminar' }).click()
      await refused
      if (!detail) await expect(toast(page, 'Failed to delete user')).toBeVisible()
      await expect(row).toBeVisible()
      await page.unrouteAll()
    })
})

test('a user without an id can’t be changed', async ({ openAs }) => {
  const nobody = { id: '', name: 'Sin Número', email: 'sin@alejandria.example', role: 'normal', avatar: null }
  const page = await openAs('Hipatia', '/admin', {
    before: (page) =>
      page.route(listRequest, (route) =>
        route.fulfill({
          json: [{ ...nobody, avatar_url: null, phone: null, is_active: true, created_at: '2026-11-01T10:00:00.000Z' }],
          headers: { 'x-total-count': '1' },
        }),
      ),
  })
  const edit = await openEditUser(page, rowOf(page, 'Sin Número'))
  await edit.getByLabel('Phone').fill('600 000 000')
  await saveUserButton(edit).click()
  await expect(edit.getByRole('alert')).toContainText('User ID is missing')
})

test('a name or e-mail that is taken shows an error at its field, and the typed values stay', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('409 POST /api/auth/users')
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin')
  const create = await openCreateUser(page)
  await createButton(create).click()
  await expect(create.getByText('El nombre es requerido')).toBeVisible()
  await expect(create.getByText('El correo es requerido')).toBeVisible()
  await createUser(create, { name: 'agora solis', email: 'otra@alejandria.example', password: 'la plaza mayor' })
  await expect(create.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(create.getByLabel('Name')).toBeFocused()
  await expect(create.getByLabel('Email')).toHaveValue('otra@alejandria.example')
})

test('the page says that the users are loading', async ({ openAs }) => {
  let delayed = { release: () => {} }
  const page = await openAs('Hipatia', '/admin', {
    before: async (page) => {
      delayed = await delayResponse(page, listRequest)
    },
  })
  await expect(page.getByText('Cargando usuarios...')).toBeVisible()
  delayed.release()
  await expect(rowOf(page, 'Hipatia')).toBeVisible()
})
