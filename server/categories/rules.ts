import { type Category, type CategoryChanges, defaultCategories, type NewCategory } from '../../contract/categories.ts'
import type { Person } from '../../contract/permissions.ts'
import { type Actor, record } from '../audit/rules.ts'
import { isBrokenReference, isTaken } from '../db/errors.ts'
import { toNameKey } from '../db/name-key.ts'
import type { Db } from '../db/schema.ts'
import { lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import {
  type CategoryRow,
  deleteCategoryRow,
  findCategoryRow,
  insertCategory,
  insertCategoryIfNew,
  isActiveCategory,
  updateCategoryRow,
} from './queries.ts'

export const serializeCategory = (row: CategoryRow): Category => ({
  ...row,
  is_active: row.deactivated_at === null,
  created_at: toIso(row.created_at),
  post_count: row.post_count ?? 0,
})

async function findCategory(db: Db, id: string) {
  const row = await findCategoryRow(db, id)
  return row && serializeCategory(row)
}

const newRow = (services: Services, { name, description }: NewCategory) => ({
  id: services.newId(),
  name,
  name_key: toNameKey(name),
  description: description ?? null,
  created_at: services.now(),
  deactivated_at: null,
})

const refuseTaken = (error: unknown): never => {
  if (isTaken(error, 'name_key'))
    fail('category_taken', { errors: [{ field: 'name', message: 'Ese nombre ya está en uso' }] })
  throw error
}

/** 404 for inactive categories, except for admins. */
export const readCategory = async ({ db }: Services, person: Person, id: string) =>
  authorize(person, 'category.read', await findCategory(db, id))

export const createCategory = (services: Services, by: Actor, category: NewCategory): Promise<Category> =>
  transaction(services.db, async (tx) => {
    const row = newRow(services, category)
    await insertCategory(tx, row)
    await record(services, tx, by, 'category_created', { target: row.name })
    return serializeCategory({ ...row, post_count: 0 })
  }).catch(refuseTaken)

/** Changed fields, as text for the audit event; empty if there are none. */
const describeChanges = (before: Category, after: Category) =>
  [
    before.name === after.name ? [] : [`nombre: ${before.name} → ${after.name}`],
    before.description === after.description ? [] : ['descripción'],
    before.is_active === after.is_active ? [] : [after.is_active ? 'activada' : 'desactivada'],
  ]
    .flat()
    .join(', ')

/** Locks the category, so that no concurrent change is lost. */
export const updateCategory = (
  services: Services,
  by: Actor,
  id: string,
  changes: CategoryChanges,
): Promise<Category> =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'categories', id)
    const before = (await findCategoryRow(tx, id)) ?? fail('not_found')
    const { is_active, ...fields } = changes
    const isActive = is_active ?? before.deactivated_at === null
    await updateCategoryRow(tx, id, {
      ...fields,
      name_key: toNameKey(fields.name ?? before.name),
      deactivated_at: isActive ? null : (before.deactivated_at ?? services.now()),
    })
    const after = (await findCategory(tx, id)) ?? fail('not_found')
    const detail = describeChanges(serializeCategory(before), after)
    if (detail) await record(services, tx, by, 'category_updated', { target: before.name, detail })
    return after
  }).catch(refuseTaken)

// The foreign key decides, also about posts inserted at the same time.
const refuseUsed = (error: unknown): never => {
  if (isBrokenReference(error)) fail('category_in_use')
  throw error
}

/** 409 while it has posts, drafts included. */
export const deleteCategory = (services: Services, by: Actor, id: string) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'categories', id)
    const { name } = (await findCategoryRow(tx, id)) ?? fail('not_found')
    await deleteCategoryRow(tx, id)
    await record(services, tx, by, 'category_deleted', { target: name })
  }).catch(refuseUsed)

function initializedMessage(created: number) {
  if (created === 0) return 'Las categorías por defecto ya existían.'
  return created === 1 ? 'Se ha creado 1 categoría por defecto.' : `Se han creado ${created} categorías por defecto.`
}

/** Creates the default categories that don't exist, active or not; returns their count. */
export const initializeCategories = (services: Services, by: Actor) =>
  transaction(services.db, async (tx) => {
    const created: string[] = []
    for (const name of defaultCategories)
      if (await insertCategoryIfNew(tx, newRow(services, { name }))) created.push(name)
    if (created.length > 0) await record(services, tx, by, 'categories_initialized', { detail: created.join(', ') })
    return { message: initializedMessage(created.length), created: created.length }
  })

const refuseCategory = (): never => failField('category_id', 'Esa categoría no existe o no está activa')

/** Null for a category that was deleted or deactivated. */
export const activeCategoryOrNull = async (db: Db, id: string | null) =>
  id && (await isActiveCategory(db, id)) ? id : null

/** 422 for a category that doesn't accept posts and files. */
export async function requireActiveCategory(db: Db, id: string | null | undefined) {
  if (id && !(await isActiveCategory(db, id))) refuseCategory()
}

// For a category deleted between the check and the insert: the foreign key refuses it.
export const refuseBrokenCategory = (error: unknown): never => {
  if (isBrokenReference(error)) refuseCategory()
  throw error
}
