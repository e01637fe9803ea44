import type { Category, CategoryChanges, NewCategory } from '../../contract/categories.ts'
import { defaultCategories } from '../../contract/categories.ts'
import type { Person } from '../../contract/permissions.ts'
import { type Actor, record } from '../audit/record.ts'
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

export const createCategory = (services: Services, by: Actor, category: NewCategory): Promise<Category> =>
  transaction(services.db, async (tx) => {
    const row = newRow(services, category)
    await insertCategory(tx, row)
    await record(services, tx, by, 'category_created', { target: row.name })
    return toCategory({ ...row, post_count: 0 })
  }).catch(refuseTaken)

/** What is another than before, for people to read; nothing when nothing is. */
const changesOf = (before: Category, after: Category) =>
  [
    before.name === after.name ? [] : [`nombre: ${before.name} → ${after.name}`],
    before.description === after.description ? [] : ['descripción'],
    before.is_active === after.is_active ? [] : [after.is_active ? 'activada' : 'desactivada'],
  ]
    .flat()
    .join(', ')

/** Changes the fields given; alone with the category, so that two changes at once both count. */
export const updateCategory = (
  services: Services,
  by: Actor,
  id: string,
  changes: CategoryChanges,
): Promise<Category> =>
  transaction(services.db, async (tx) => {
    await lockCategory(tx, id)
    const before = (await findCategoryRow(tx, id)) ?? fail('not_found')
    const { is_active, ...fields } = changes
    const isActive = is_active ?? before.deactivated_at === null
    await updateCategoryRow(tx, id, {
      ...fields,
      name_key: foldName(fields.name ?? before.name),
      deactivated_at: isActive ? null : (before.deactivated_at ?? services.now()),
    })
    const after = (await findCategory(tx, id)) ?? fail('not_found')
    const detail = changesOf(toCategory(before), after)
    if (detail) await record(services, tx, by, 'category_updated', { target: before.name, detail })
    return after
  }).catch(refuseTaken)

// The foreign key says so, also to a post that arrives meanwhile.
const refuseUsed = (error: unknown): never => {
  if (isBrokenReference(error)) fail('category_in_use')
  throw error
}

/** 409 while posts, drafts included, are in it. */
export const deleteCategory = (services: Services, by: Actor, id: string) =>
  transaction(services.db, async (tx) => {
    const { name } = (await lockCategory(tx, id)) ?? fail('not_found')
    await deleteCategoryRow(tx, id)
    await record(services, tx, by, 'category_deleted', { target: name })
  }).catch(refuseUsed)

function initialized(created: number) {
  if (created === 0) return 'Las categorías por defecto ya existían.'
  return created === 1 ? 'Se ha creado 1 categoría por defecto.' : `Se han creado ${created} categorías por defecto.`
}

/** Makes the default categories that don't exist, active or not, and says how many. */
export const initializeCategories = (services: Services, by: Actor) =>
  transaction(services.db, async (tx) => {
    const created: string[] = []
    for (const name of defaultCategories)
      if (await insertCategoryIfNew(tx, newRow(services, { name }))) created.push(name)
    if (created.length > 0) await record(services, tx, by, 'categories_initialized', { detail: created.join(', ') })
    return { message: initialized(created.length), created: created.length }
  })
