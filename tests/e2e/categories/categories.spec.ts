import type { Category } from '../../../contract/categories.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { confirmation } from '../../support/browser/pages/confirmation.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { toast, toasts } from '../../support/browser/pages/toasts.ts'
import { blankPage, expect, type Page, test } from '../../support/browser/test.ts'

const all = /\/api\/categories\/all/

test('Hipatia creates the seven default categories, only once', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin/categories')
  await expect(page.getByText('Todavía no hay categorías.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'no categories')
  await page.getByRole('button', { name: 'Initialize Defaults' }).click()
  await expect(page.getByRole('heading', { name: '7 categorías' })).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText([
    'Arte y Cultura',
    'Ciencia',
    'Filosofía',
    'Historia',
    'Literatura',
    'Música y Cine',
    'Tecnología',
  ])
  await page.getByRole('button', { name: 'Initialize Defaults' }).click()
  await expect(toasts(page)).toContainText(/categor/)
  await expect(page.getByRole('rowheader')).toHaveCount(7)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Description',
    'Status',
    'Posts',
    'Created',
    'Actions',
  ])
  await expectAccessible(page, 'the seven categories')
})

test('Hipatia creates, edits and deactivates a category, which members can’t select any more', async ({
  server,
  openAs,
}) => {
  const page = await openAs('Hipatia', '/admin/categories')
  await page.getByRole('button', { name: 'Create Category' }).click()
  const create = page.getByRole('dialog', { name: 'Create Category' })
  await expect(create.getByLabel('Name')).toBeFocused()
  await expect(create.getByRole('checkbox')).toHaveCount(0)
  await create.getByRole('button', { name: 'Crear categoría' }).click()
  await expect(create.getByText('El nombre es requerido')).toBeVisible()
  await expect(create.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'create with an error')
  await create.getByLabel('Name').fill('Astronomía')
  await create.getByLabel('Description').fill('Lo que se ve de noche')
  await create.getByRole('button', { name: 'Crear categoría' }).click()
  await expect(create).toBeHidden()
  const row = rowOf(page, 'Astronomía')
  await expect(row).toContainText('Lo que se ve de noche')
  await expect(row).toContainText('Active')

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Category' })
  await expect(edit.getByLabel('Active')).toBeChecked()
  await expectAccessible(page, 'edit')
  await edit.getByLabel('Active').uncheck()
  await edit.getByLabel('Description').fill('')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit).toBeHidden()
  await expect(row).toContainText('Inactive')
  await expect(row).toContainText('Sin descripción')
  const safo = await server.person('Safo')
  expect((await safo.call<Category[]>('GET', '/categories')).map(({ name }) => name)).toEqual([])
})

test('Hipatia’s edit of a category leaves the fields that she has not touched to other admins', async ({
  server,
  openAs,
}) => {
  const category = await server.hipatia.createCategory('Astronomía')
  const page = await openAs('Hipatia', '/admin/categories')
  const row = rowOf(page, 'Astronomía')
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Category' })
  await server.hipatia.deactivateCategory(category)
  await edit.getByLabel('Description').fill('Lo que se ve de noche')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit).toBeHidden()
  await expect(row).toContainText('Lo que se ve de noche')
  await expect(row).toContainText('Inactive')
})

test('a category name that is taken shows an error at its field, and the typed values stay', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('409 POST /api/categories', /^console error: Failed to create category/)
  await server.hipatia.createCategory('Astronomía')
  const page = await openAs('Hipatia', '/admin/categories')
  await page.getByRole('button', { name: 'Create Category' }).click()
  const create = page.getByRole('dialog', { name: 'Create Category' })
  await create.getByLabel('Name').fill('ASTRONOMIA')
  await create.getByLabel('Description').fill('Otra')
  await create.getByRole('button', { name: 'Crear categoría' }).click()
  await expect(create.getByText('Ya existe una categoría con ese nombre.')).toBeVisible()
  await expect(create.getByLabel('Name')).toBeFocused()
  await expect(create.getByLabel('Name')).toHaveValue('ASTRONOMIA')
  await expect(create.getByLabel('Description')).toHaveValue('Otra')
})

test('a category with posts is not deleted: Hipatia is warned before, and sees the error next to it', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('409 DELETE /api/categories/{id}', /^console error: Failed to delete category/)
  const { id } = await server.hipatia.createCategory('Astronomía')
  await server.hipatia.createCategory('Vacía')
  await server.hipatia.createPost({ category_id: id })
  const page = await openAs('Hipatia', '/admin/categories')
  const row = rowOf(page, 'Astronomía')
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation(page)).toContainText(
    /Ahora tiene 1 post publicado. Una categoría con posts no se puede eliminar; los borradores cuentan./,
  )
  await expect(confirmation(page)).not.toContainText('no se puede deshacer')
  await confirmation(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(row.getByRole('alert')).toContainText('La categoría tiene posts y no se puede eliminar.')
  await expectAccessible(page, 'a refusal beside a row')

  await rowOf(page, 'Vacía').getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation(page)).toContainText('Una categoría con posts no se puede eliminar')
  await expect(confirmation(page)).toContainText('Esta acción no se puede deshacer.')
  await confirmation(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(rowOf(page, 'Vacía')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1 categoría', exact: true })).toBeFocused()
  await expect(toast(page, 'La categoría «Vacía» se ha eliminado.')).toBeVisible()
})

test('a failed action on a category shows an error next to it and is logged, with the reason of the server or without one', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/categories/all', '500 POST /api/categories', '500 PUT /api/categories/{id}')
  pageErrors.expect('500 DELETE /api/categories/{id}', '500 POST /api/categories/initialize')
  await server.hipatia.createCategory('Astronomía')
  const page = await openAs('Hipatia', blankPage)
  for (const detail of [undefined, 'Las estanterías están cerradas.'])
    await test.step(detail ?? 'without a reason', async () => {
      for (const what of ['fetch categories', 'create category', 'update category', 'delete category'])
        pageErrors.expect(`console error: Failed to ${what}: ${detail ?? `Failed to ${what}`}`)
      const last = 'Failed to initialize default categories'
      pageErrors.expect(`console error: ${last}: ${detail ?? last}`)
      await refuse(page, all, 500, detail)
      await page.goto('/admin/categories')
      const note = page.getByRole('main').getByRole('alert')
      await expect(note).toContainText(detail ?? 'Failed to fetch categories')
      await page.unroute(all)
      await note.getByRole('button', { name: 'Reintentar' }).click()
      const row = rowOf(page, 'Astronomía')
      await expect(row).toBeVisible()
      await expect(page.getByRole('heading', { name: '1 categoría', exact: true })).toBeFocused()

      await refuse(page, /\/api\/categories$/, 500, detail, 'POST')
      await page.getByRole('button', { name: 'Create Category' }).click()
      const create = page.getByRole('dialog', { name: 'Create Category' })
      await create.getByLabel('Name').fill('Música')
      await create.getByRole('button', { name: 'Crear categoría' }).click()
      await expect(create.getByRole('alert')).toContainText(detail ?? 'Failed to create category')
      await expect(create.getByLabel('Name')).toHaveValue('Música')
      await create.getByRole('button', { name: 'Cancelar' }).click()

      await refuse(page, /\/api\/categories\/[0-9a-f]{32}$/, 500, detail)
      await row.getByRole('button', { name: 'Edit' }).click()
      const edit = page.getByRole('dialog', { name: 'Edit Category' })
      await edit.getByLabel('Name').fill('Cosmología')
      await edit.getByRole('button', { name: 'Guardar cambios' }).click()
      await expect(edit.getByRole('alert')).toContainText(detail ?? 'Failed to update category')
      await expect(edit.getByLabel('Name')).toHaveValue('Cosmología')
      await edit.getByRole('button', { name: 'Cancelar' }).click()

      await row.getByRole('button', { name: 'Delete' }).click()
      await confirmation(page).getByRole('button', { name: 'Eliminar' }).click()
      await expect(row.getByRole('alert')).toContainText(detail ?? 'Failed to delete category')

      await refuse(page, /\/api\/categories\/initialize$/, 500, detail)
      await page.getByRole('button', { name: 'Initialize Defaults' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2) // with the one of the row
      await expect(page.getByRole('main').getByRole('alert').first()).toContainText(
        detail ?? 'Failed to initialize default categories',
      )
      await page.unrouteAll()
    })
})

test('the page says that the categories are loading, and shows them as cards on a small phone', async ({
  server,
  openAs,
}) => {
  await server.hipatia.createCategory('Una categoría con un nombre muy largo que no cabe en una línea')
  let delayed = { release: () => {} }
  const page = await openAs('Hipatia', '/admin/categories', {
    screen: 'narrow',
    before: async (page) => {
      delayed = await delayResponse(page, all)
    },
  })
  await expect(page.getByText('Cargando categorías...')).toBeVisible()
  delayed.release()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expectAccessible(page, 'categories as cards')
})

const many = Array.from({ length: 40 }, (_, index) => ({
  id: (index + 1).toString(16).padStart(32, '0'),
  name: `Sala ${String(index + 1).padStart(2, '0')}`,
  description: index === 6 ? 'Música, teatro y danza' : null,
  is_active: index % 10 !== 9,
  created_at: new Date(Date.UTC(2026, 0, 40 - index)).toISOString(),
  post_count: (index * 7) % 40,
}))
const names = (page: Page) => page.getByRole('rowheader')
const showMany = (page: Page) => page.route(all, (route) => route.fulfill({ json: many }))

test('Hipatia filters forty categories by a word and sorts them by the column headers', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin/categories', { before: showMany })
  await expect(page.getByRole('heading', { name: '40 categorías' })).toBeVisible()
  const head = (name: string) => page.getByRole('columnheader', { name })
  const sortBy = (name: string) => head(name).getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Posts')
  await expect(names(page).first()).toHaveText('Sala 18')
  await expect(head('Posts')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL('/admin/categories?sort=posts&direction=desc')
  await sortBy('Posts')
  await expect(names(page).first()).toHaveText('Sala 01')
  await sortBy('Status')
  await expect(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Status')
  await expect(names(page).nth(3)).toHaveText('Sala 40')
  await expect(names(page).nth(4)).toHaveText('Sala 01')
  await sortBy('Created')
  await expect(names(page).first()).toHaveText('Sala 01')
  await expectAccessible(page, 'forty categories')

  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('MUSICA')
  await expect(names(page)).toHaveText(['Sala 07'])
  await expect(page.getByRole('heading', { name: '1 de 40 categorías' })).toBeVisible()
  await page.reload()
  await expect(names(page)).toHaveText(['Sala 07'])
  await search.fill('nada de esto')
  await expect(page.getByText('Ninguna categoría coincide.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar la búsqueda' }).click()
  await expect(page.getByRole('heading', { name: '40 categorías' })).toBeFocused()
  await expect(search).toHaveValue('')
})

test('on a small phone the cards of categories can be sorted with a select', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin/categories', { screen: 'narrow', before: showMany })
  await expect(names(page).first()).toHaveText('Sala 01')
  await page.getByLabel('Ordenar por').selectOption('Name, de la Z a la A')
  await expect(names(page).first()).toHaveText('Sala 40')
  await expect(page.getByRole('columnheader').getByRole('button'), 'cards have no heads to press').toHaveCount(0)
  await expectAccessible(page, 'forty categories as cards')
})

test('Hipatia creates a category by keyboard alone, and the focus returns to the button', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin/categories')
  const button = page.getByRole('button', { name: 'Create Category' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Botánica')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Botánica')).toBeVisible()
  await expect(button).toBeFocused()
})

test('a member can’t open the page of categories', async ({ openAs }) => {
  const page = await openAs('Safo', '/admin/categories')
  await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
})
