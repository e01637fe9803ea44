import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Category, type CategoryChanges, categories, type NewCategory } from '../../../contract/categories.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { question, toast, toasts } from '../../support/web/dialogs.ts'
import { closePage, expectInConsole, hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { categoryOf } from './category.ts'

const astronomy = categoryOf('Astronomía', 1)

async function openCategories(list: Category[] = [astronomy], screen: 'desktop' | 'narrow' = 'desktop') {
  const held = { list }
  const answers = [
    answer(categories.listAll, () => held.list),
    answer(categories.create, ({ body }) => {
      const { name, description = null } = body as NewCategory
      const created = categoryOf(name, 50, { description: description || null })
      held.list = [...held.list, created]
      return created
    }),
    answer(categories.update, ({ params, body }) => {
      held.list = held.list.map((one) => (one.id === params.id ? { ...one, ...(body as CategoryChanges) } : one))
      return held.list.find(({ id }) => id === params.id) ?? astronomy
    }),
    answer(categories.remove, ({ params }) => {
      held.list = held.list.filter(({ id }) => id !== params.id)
      return undefined
    }),
  ]
  await openPage('/admin/categories', { as: hipatia, screen, answers })
  return held
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const names = () => textsOf(page.getByRole('rowheader'))
const alert = page.getByRole('main').getByRole('alert')
const create = page.getByRole('dialog', { name: 'Create Category' })
const edit = page.getByRole('dialog', { name: 'Edit Category' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const pressIn = (row: string, name: string) => rowOf(row).getByRole('button', { name, exact: true }).click()
const submit = create.getByRole('button', { name: 'Crear categoría' })
const save = edit.getByRole('button', { name: 'Guardar cambios' })
const remove = question.getByRole('button', { name: 'Eliminar' })
const count = (text: string) => page.getByRole('heading', { name: text, exact: true })

test('the page says that it is loading or empty, creates the defaults, and says if there was nothing to create', async () => {
  const held = holdBack(categories.listAll)
  await openPage('/admin/categories', { as: hipatia, answers: [held.handler, answer(categories.listAll, [])] })
  await expect.element(page.getByText('Cargando categorías...')).toBeVisible()
  held.release()
  await expect.element(page.getByText('Todavía no hay categorías.', { exact: false })).toBeVisible()
  await expectAccessible('no categories')
  nowAnswer(
    answer(categories.initialize, { message: 'Las categorías ya existían.', created: 0 }),
    answer(categories.listAll, [astronomy]),
  )
  await press('Initialize Defaults')
  await expect.element(toasts.getByText('Las categorías ya existían.')).toBeVisible()
  await expect.element(count('1 categoría')).toBeVisible()
  const columns = ['Name', 'Description', 'Status', 'Posts', 'Created', 'Actions']
  expect(textsOf(page.getByRole('columnheader'))).toEqual(columns)
})

test('the form of a new category shows errors at their fields; an edit sends only the touched fields', async () => {
  expectInConsole(/Failed to create category/)
  const held = await openCategories([{ ...astronomy, description: 'Antes' }])
  await press('Create Category')
  await expect.element(create.getByLabelText('Name')).toHaveFocus()
  await expect.element(create.getByRole('checkbox')).not.toBeInTheDocument()
  await submit.click()
  await expect.element(create.getByText('El nombre es requerido')).toBeVisible()
  await expect.element(create.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible('create with an error')
  nowAnswer(refuse(categories.create, 409, 'Ya existe una categoría con ese nombre.', 'category_taken'))
  await create.getByLabelText('Name').fill('ASTRONOMIA')
  await create.getByLabelText('Description').fill('Otra')
  await submit.click()
  await expect.element(create.getByText('Ya existe una categoría con ese nombre.')).toBeVisible()
  await expect.element(create.getByLabelText('Name')).toHaveFocus()
  await expect.element(create.getByLabelText('Name')).toHaveValue('ASTRONOMIA')
  await expect.element(create.getByLabelText('Description')).toHaveValue('Otra')
  expect(held.list).toHaveLength(1)

  await create.getByRole('button', { name: 'Cancelar' }).click()
  await pressIn('Astronomía', 'Edit')
  await expect.element(edit.getByLabelText('Active')).toBeChecked()
  await expectAccessible('edit')
  held.list = [{ ...astronomy, is_active: false, description: 'Antes' }]
  await edit.getByLabelText('Description').fill('')
  await save.click()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => textOf(rowOf('Astronomía'))).toMatch(/Sin descripción.*Inactive/)
})

test('before a deletion Hipatia is warned of posts, and a refusal is shown beside the row', async () => {
  expectInConsole(/Failed to delete category/)
  await openCategories([{ ...astronomy, post_count: 1 }, categoryOf('Vacía', 2)])
  nowAnswer(refuse(categories.remove, 409, 'La categoría tiene posts y no se puede eliminar.', 'in_use'))
  await expect.element(rowOf('Astronomía').getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await pressIn('Astronomía', 'Delete')
  await expect
    .poll(() => textOf(question))
    .toMatch(/Ahora tiene 1 post publicado. Una categoría con posts no se puede eliminar; los borradores cuentan./)
  expect(textOf(question)).not.toContain('no se puede deshacer')
  await remove.click()
  await expect
    .element(
      rowOf('Astronomía')
        .getByRole('alert')
        .getByText(/tiene posts y no se puede eliminar/),
    )
    .toBeVisible()
  await expectAccessible('a refusal beside a row')

  nowAnswer(answer(categories.remove, undefined), answer(categories.listAll, [{ ...astronomy, post_count: 1 }]))
  await pressIn('Vacía', 'Delete')
  await expect.poll(() => textOf(question)).toMatch(/no se puede eliminar.*Esta acción no se puede deshacer\./)
  await remove.click()
  await expect.element(rowOf('Vacía')).not.toBeInTheDocument()
  await expect.element(count('1 categoría')).toHaveFocus()
  await expect.element(toast('La categoría «Vacía» se ha eliminado.')).toBeVisible()
})

test.each([undefined, 'Hoy no.'])('a failed action is told beside its category and logged (%s)', async (detail) => {
  const actions = ['fetch categories', 'create category', 'update category', 'delete category']
  for (const action of [...actions, 'initialize default categories'])
    expectInConsole(`error: Failed to ${action}: ${detail ?? `Failed to ${action}`}`)
  await openPage('/admin/categories', { as: hipatia, answers: [refuse(categories.listAll, 500, detail)] })
  await expect.element(alert.getByText(detail ?? 'Failed to fetch categories')).toBeVisible()
  nowAnswer(answer(categories.listAll, [astronomy]))
  for (const row of [categories.create, categories.update, categories.remove, categories.initialize])
    nowAnswer(refuse(row, 500, detail))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(count('1 categoría')).toHaveFocus()

  await press('Create Category')
  await create.getByLabelText('Name').fill('Música')
  await submit.click()
  await expect.element(create.getByRole('alert').getByText(detail ?? 'Failed to create category')).toBeVisible()
  await expect.element(create.getByLabelText('Name')).toHaveValue('Música')
  await create.getByRole('button', { name: 'Cancelar' }).click()

  await pressIn('Astronomía', 'Edit')
  await edit.getByLabelText('Name').fill('Cosmología')
  await save.click()
  await expect.element(edit.getByRole('alert').getByText(detail ?? 'Failed to update category')).toBeVisible()
  await expect.element(edit.getByLabelText('Name')).toHaveValue('Cosmología')
  await edit.getByRole('button', { name: 'Cancelar' }).click()

  await pressIn('Astronomía', 'Delete')
  await remove.click()
  const beside = rowOf('Astronomía').getByRole('alert')
  await expect.element(beside.getByText(detail ?? 'Failed to delete category')).toBeVisible()
  await press('Initialize Defaults')
  await expect.poll(() => alert.elements().length, { message: 'with the one of the row' }).toBe(2)
  expect(textOf(alert.first())).toContain(detail ?? 'Failed to initialize default categories')
})

const many = Array.from({ length: 40 }, (_, n) =>
  categoryOf(`Sala ${String(n + 1).padStart(2, '0')}`, n + 1, {
    description: n === 6 ? 'Música, teatro y danza' : null,
    is_active: n % 10 !== 9,
    created_at: new Date(Date.UTC(2026, 0, 40 - n)).toISOString(),
    post_count: (n * 7) % 40,
  }),
)

test('forty categories are filtered by a word, and sorted by the column headers', async () => {
  await openCategories(many)
  await expect.element(count('40 categorías')).toBeVisible()
  const head = (name: string) => page.getByRole('columnheader', { name })
  const sortBy = (name: string) => head(name).getByRole('button').click()
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Posts')
  await expect.poll(() => names()[0]).toBe('Sala 18')
  await expect.element(head('Posts')).toHaveAttribute('aria-sort', 'descending')
  expect(location.search).toBe('?sort=posts&direction=desc')
  await sortBy('Posts')
  await expect.poll(() => names()[0]).toBe('Sala 01')
  await sortBy('Status')
  await expect.element(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Status')
  await expect.poll(() => names().slice(3, 5)).toEqual(['Sala 40', 'Sala 01'])
  await sortBy('Created')
  await expect.poll(() => names()[0]).toBe('Sala 01')

  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('MUSICA')
  await expect.poll(names).toEqual(['Sala 07'])
  await expect.element(count('1 de 40 categorías')).toBeVisible()
  const address = location.pathname + location.search
  closePage()
  await openPage(address, { as: hipatia, answers: [answer(categories.listAll, many)] })
  await expect.poll(names).toEqual(['Sala 07'])
  await search.fill('nada de esto')
  await expect.element(page.getByText('Ninguna categoría coincide.')).toBeVisible()
  await press('Quitar la búsqueda')
  await expect.element(count('40 categorías')).toHaveFocus()
  await expect.element(search).toHaveValue('')
})

test('on a small phone the categories are cards, sorted with a select', async () => {
  const long = categoryOf('Una categoría con un nombre muy largo que no cabe en una línea', 90)
  await openCategories([...many, long], 'narrow')
  await expect.poll(() => names()[0]).toBe('Sala 01')
  await page.getByLabelText('Ordenar por').selectOptions('Name, de la Z a la A')
  await expect.poll(() => names().slice(0, 2)).toEqual([long.name, 'Sala 40'])
  await expect.element(page.getByRole('columnheader').getByRole('button')).not.toBeInTheDocument()
  await expectAccessible('forty categories as cards')
})
