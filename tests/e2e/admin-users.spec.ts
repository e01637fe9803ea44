import type { User } from '../../contract/users.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import { smallPng } from './support/media.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true }).first()
const namesIn = (page: Page) => page.getByRole('rowheader').locator('bdi')
const list = /\/api\/auth\/users(\?|$)/

/** Accounts that a test may look for. */
async function invite(house: { hipatia: { call: <T>(method: string, path: string, body?: unknown) => Promise<T> } }) {
  for (const [name, phone, role] of [
    ['Ágora Solís', '+34 600 111 222', 'normal'],
    ['Berenice Lara', '+34 600 333 444', 'admin'],
    ['Calímaco Ortiz', null, 'normal'],
  ] as const)
    await house.hipatia.call<User>('POST', '/auth/users', {
      name,
      email: `${name.split(' ')[1]?.normalize('NFD').replace(/\W/g, '').toLowerCase()}@alejandria.example`,
      password: `la clave de ${name}`,
      role,
      phone,
    })
}

test('Hipatia sees the accounts with the heads that they have, and the ways to the other rooms', async ({
  house,
  openAs,
}) => {
  await invite(house)
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

test('she sorts by the heads, and the address keeps what she looks for', async ({ house, openAs }) => {
  await invite(house)
  const page = await openAs('Hipatia', '/admin?q=alejandria.example')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Buscar').fill('600')
  await expect(namesIn(page)).toHaveText(['Ágora Solís', 'Berenice Lara'])
  await expect(page.getByRole('heading', { name: '2 usuarios' })).toBeVisible()
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(namesIn(page)).toHaveText(['Berenice Lara', 'Ágora Solís'])
  await head('Email').getByRole('button').click()
  await expect(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Name')).not.toHaveAttribute('aria-sort')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin')
  await expect(namesIn(page)).toHaveText(['Berenice Lara'])
  await page.reload()
  await expect(page.getByLabel('Buscar')).toHaveValue('600')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('admin')
  await expect(namesIn(page)).toHaveText(['Berenice Lara'])

  await page.getByRole('combobox', { name: 'Status' }).selectOption('inactive')
  await expect(page.getByText('No hay usuarios que coincidan con esos filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page.getByLabel('Buscar')).toHaveValue('')
  await expect(rowOf(page, 'Calímaco Ortiz')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^\d+ usuarios$/ })).toBeFocused()
})

test('one call is made for what she types, not one for each key', async ({ house, openAs }) => {
  await invite(house)
  const page = await openAs('Hipatia', '/admin')
  await expect(rowOf(page, 'Calímaco Ortiz')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => list.test(request.url()) && asked.push(new URL(request.url()).search))
  await page.getByLabel('Buscar').pressSequentially('calímaco')
  await expect(namesIn(page)).toHaveText(['Calímaco Ortiz'])
  expect(asked.length).toBeLessThan(4)
})

test('on a small phone the accounts are cards, sorted by a select, no wider than the screen', async ({
  house,
  openAs,
}) => {
  await invite(house)
  const page = await openAs('Hipatia', '/admin?q=alejandria.example', { screen: 'narrow' })
  await page.getByLabel('Ordenar por').selectOption('Name, de la Z a la A')
  await expect(page).toHaveURL(/direction=desc/)
  const names = namesIn(page)
  await expect(names.filter({ hasText: 'Ágora Solís' })).toBeVisible()
  const shown = await names.allTextContents()
  expect(shown).toEqual([...shown].sort((one, other) => other.localeCompare(one, 'es')))
  const card = rowOf(page, 'Ágora Solís')
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? -1)
  expect(await left(card.locator('svg').first())).toBe(await left(card.getByText('+34 600 111 222').locator('..')))
  await expect(card.getByText('Active')).toBeVisible()
  await expect(rowOf(page, 'Calímaco Ortiz').getByText('Sin teléfono')).toBeHidden()
  await expectAccessible(page, 'the cards')
})

test('a picture of the archive becomes an avatar, and is taken away again', async ({ house, openAs }) => {
  await invite(house)
  await house.hipatia.uploads(smallPng('faro.png'))
  const page = await openAs('Hipatia', '/admin')
  const row = rowOf(page, 'Ágora Solís')
  await expect(row.locator('svg').first()).toBeVisible()
  await row.getByRole('button', { name: 'Edit' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit User' })
  await modal.getByRole('button', { name: 'Elegir del archivo' }).click()
  const picker = page.getByRole('dialog', { name: 'Elegir una imagen del archivo' })
  await picker.getByLabel('Buscar imagen').fill('nada así')
  await expect(picker.getByText('Ninguna imagen coincide.')).toBeVisible()
  await picker.getByLabel('Buscar imagen').fill('faro')
  await expectAccessible(page, 'the pictures')
  await picker.getByRole('button', { name: 'faro.png' }).click()
  await expect(picker).toBeHidden()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Elegir otra' })).toBeFocused()
  await modal.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await modal.getByRole('button', { name: 'Quitar imagen' }).click()
  await modal.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveCount(0)
})

test('nothing is loaded from the address of a foreign avatar', async ({ house, openAs }) => {
  await invite(house)
  const [agora] = await house.hipatia.call<User[]>('GET', '/auth/users?q=agora')
  await house.hipatia.call('PUT', `/auth/users/${agora?.id}`, { avatar: 'https://elsewhere.example/agora.png' })
  const page = await openAs('Hipatia', '/admin?q=agora')
  await expect(rowOf(page, 'Ágora Solís').locator('svg').first()).toBeVisible()
  await rowOf(page, 'Ágora Solís').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Avatar')).toHaveValue('https://elsewhere.example/agora.png')
  // `trouble` would tell of a request to elsewhere
})

test('deactivating and deleting say what happens, and the focus stays in the list', async ({ house, openAs }) => {
  await invite(house)
  const page = await openAs('Hipatia', '/admin?q=ortiz')
  const row = rowOf(page, 'Calímaco Ortiz')
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })
  await expect(question).toContainText('Sus sesiones se cierran ahora mismo')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Lo que ha escrito se queda, con su nombre.')
  await expect(question).toContainText('Sus borradores solo los verán los administradores.')
  await expect(question).toContainText('Sus sesiones se cierran ahora mismo.')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 usuarios' })).toBeFocused()
})

for (const detail of [undefined, 'El archivo de cuentas está cerrado.']) {
  const how = detail ? 'with the reason of the server' : 'without a reason'

  test(`what fails with an account is said, ${how}`, async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/auth/users', '500 POST /api/auth/users', '500 PUT /api/auth/users/{id}')
    trouble.expect('500 DELETE /api/auth/users/{id}')
    await invite(house)
    const page = await openAs('Hipatia', '/admin', { before: (page) => refuse(page, list, 500, detail, 'GET') })
    const note = page.getByRole('main').getByRole('alert')
    await expect(note).toContainText(detail ?? 'Failed to fetch users')
    await page.unroute(list)
    await note.getByRole('button', { name: 'Reintentar' }).click()
    const row = rowOf(page, 'Calímaco Ortiz')
    await expect(row).toBeVisible()

    await refuse(page, list, 500, detail, 'POST')
    await page.getByRole('button', { name: 'Create User' }).click()
    const create = page.getByRole('dialog', { name: 'Create User' })
    await create.getByLabel('Name').fill('Zenódoto')
    await create.getByLabel('Email').fill('zenodoto@alejandria.example')
    await create.getByLabel('Password', { exact: true }).fill('la lista de Homero')
    await create.getByRole('button', { name: 'Crear usuario' }).click()
    await expect(create.getByRole('alert')).toContainText(detail ?? 'Failed to create user')
    await expect(create.getByLabel('Name')).toHaveValue('Zenódoto')
    await expect(create.getByLabel('Password', { exact: true })).toHaveValue('la lista de Homero')
    await create.getByRole('button', { name: 'Cancelar' }).click()

    const one = /\/api\/auth\/users\/[0-9a-f]{32}/
    await refuse(page, one, 500, detail)
    await row.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit User' })
    await edit.getByLabel('Phone').fill('600 555 666')
    await edit.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(edit.getByRole('alert')).toContainText(detail ?? 'Failed to update user')
    await expect(edit.getByLabel('Phone')).toHaveValue('600 555 666')
    await edit.getByRole('button', { name: 'Cancelar' }).click()

    const question = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })
    await row.getByRole('button', { name: 'Deactivate' }).click()
    await question.getByRole('button', { name: 'Desactivar' }).click()
    await expect(said(page, detail ?? 'Failed to toggle user status')).toBeVisible()
    await expect(row).toContainText('Active')
    await row.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Eliminar' }).click()
    if (!detail) await expect(said(page, 'Failed to delete user')).toBeVisible()
    await expect(row).toBeVisible()
  })
}

test('an account without an id can not be changed', async ({ openAs }) => {
  const nobody = { id: '', name: 'Sin Número', email: 'sin@alejandria.example', role: 'normal', avatar: null }
  const page = await openAs('Hipatia', '/admin', {
    before: (page) =>
      page.route(list, (route) =>
        route.fulfill({
          json: [{ ...nobody, avatar_url: null, phone: null, is_active: true, created_at: '2026-11-01T10:00:00.000Z' }],
          headers: { 'x-total-count': '1' },
        }),
      ),
  })
  await rowOf(page, 'Sin Número').getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Phone').fill('600 000 000')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit.getByRole('alert')).toContainText('User ID is missing')
})

test('a name or an address that is taken is said at its field, and what was typed stays', async ({
  house,
  openAs,
  trouble,
}) => {
  trouble.expect('409 POST /api/auth/users')
  await invite(house)
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('button', { name: 'Create User' }).click()
  const create = page.getByRole('dialog', { name: 'Create User' })
  await create.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(create.getByText('El nombre es requerido')).toBeVisible()
  await expect(create.getByText('El correo es requerido')).toBeVisible()
  await expect(create.getByText('La contraseña es requerida')).toBeVisible()
  await create.getByLabel('Name').fill('agora solis')
  await create.getByLabel('Email').fill('otra@alejandria.example')
  await create.getByLabel('Password', { exact: true }).fill('la plaza mayor')
  await create.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(create.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(create.getByLabel('Name')).toBeFocused()
  await expect(create.getByLabel('Email')).toHaveValue('otra@alejandria.example')
})

test('while the accounts come the page says so', async ({ openAs }) => {
  let gate = { open: () => {} }
  const page = await openAs('Hipatia', '/admin', {
    before: async (page) => {
      gate = await holdBack(page, list)
    },
  })
  await expect(page.getByText('Cargando usuarios...')).toBeVisible()
  gate.open()
  await expect(rowOf(page, 'Hipatia')).toBeVisible()
})
