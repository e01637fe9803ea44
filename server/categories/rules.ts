import type { Category, CategoryChanges, NewCategory } from '../../contract/categories.ts'
import { defaultCategories } from '../../contract/categories.ts'
import type { Person } from '../../contract/permissions.ts'
import { isBrokenReference, isTaken } from '../db/faults.ts'
import { foldName } from '../db/fold.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import {
  type CategoryRow,
  deleteCategoryRow,
  findCategoryRow,
  insertCategory,
  insertCategoryIfNew,
  lockCategory,
  updateCategoryRow,
} from './queries.ts'

export const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_active: row.deactivated_at === null,
  created_at: new Date(row.created_at).toISOString(),
  post_count: Number(row.post_count),
})

async function findCategory(db: Db, id: string) {
  const row = await findCategoryRow(db, id)
  return row && toCategory(row)
}

const newRow = (services: Services, { name, description }: NewCategory) => ({
  id: services.newId(),
  name,
  name_key: foldName(name),
  description: description ?? null,
  created_at: services.now(),
  deactivated_at: null,
})

const refuseTaken = (error: unknown): never => {
  if (isTaken(error, 'name_key'))
    fail('category_taken', { errors: [{ field: 'name', message: 'Ese nombre ya está en uso' }] })
  throw error
}

/** One category; an inactive one isn't there for members. */
export const readCategory = async ({ db }: Services, person: Person, id: string) =>
  authorize(person, 'category.read', await findCategory(db, id))

export async function createCategory(services: Services, category: NewCategory): Promise<Category> {
  const row = newRow(services, category)
  await insertCategory(services.db, row).catch(refuseTaken)
  return toCategory({ ...row, post_count: 0 })
}

/** Changes the fields given; alone with the category, so that two changes at once both count. */
export const updateCategory = (services: Services, id: string, changes: CategoryChanges): Promise<Category> =>
  transaction(services.db, async (tx) => {
    const before = (await lockCategory(tx, id)) ?? fail('not_found')
    const { is_active, ...fields } = changes
    const isActive = is_active ?? before.deactivated_at === null
    await updateCategoryRow(tx, id, {
      ...fields,
      name_key: foldName(fields.name ?? before.name),
      deactivated_at: isActive ? null : (before.deactivated_at ?? services.now()),
    })
    return (await findCategory(tx, id)) ?? fail('not_found')
  }).catch(refuseTaken)

/** 409 while posts, drafts included, are in it: the foreign key says so, also to a post that arrives meanwhile. */
export async function deleteCategory({ db }: Services, id: string) {
  try {
    if (!(await deleteCategoryRow(db, id))) fail('not_found')
  } catch (error) {
    if (isBrokenReference(error)) fail('category_in_use')
    throw error
  }
}

/** Makes the default categories that don't exist, active or not, and says how many. */
export async function initializeCategories(services: Services) {
  let created = 0
  for (const name of defaultCategories)
    if (await insertCategoryIfNew(services.db, newRow(services, { name }))) created++
  const message =
    created === 0
      ? 'Las categorías por defecto ya existían.'
      : created === 1
        ? 'Se ha creado 1 categoría por defecto.'
        : `Se han creado ${created} categorías por defecto.`
  return { message, created }
}
