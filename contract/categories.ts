import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, line, Moment, optionalLine, Paging } from './fields.ts'
import { limits } from './limits.ts'

/** SPEC §9: seven; DECISIONS §2 names them. */
export const defaultCategories = [
  'Arte y Cultura',
  'Ciencia',
  'Filosofía',
  'Historia',
  'Literatura',
  'Música y Cine',
  'Tecnología',
] as const

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    description: z.nullable(z.string()),
    is_active: z.boolean(),
    created_at: Moment,
    /** Published posts only. */
    post_count: z.int(),
  })
  .register(z.globalRegistry, { id: 'Category' })
export type Category = z.output<typeof Category>

const Name = line({ label: 'El nombre', max: limits.categoryName })
const Description = optionalLine({ label: 'La descripción', feminine: true, max: limits.categoryDescription })

export const NewCategory = z
  .object({ name: Name, description: z.optional(Description) })
  .register(z.globalRegistry, { id: 'NewCategory' })
export type NewCategory = z.output<typeof NewCategory>

/** Filter of lists: an id, or `none` for items without a category, which is parsed to null. */
export const CategoryFilter = z.optional(
  z.pipe(
    z
      .string({ error: 'Una sola vez' })
      .check(z.regex(/^([0-9a-f]{32}|none)$/, 'Tiene que ser un identificador o none')),
    z.transform((value: string) => (value === 'none' ? null : value)),
  ),
)

/** Absent fields stay; a null or empty description clears it. */
export const CategoryChanges = z
  .object({
    name: z.optional(Name),
    description: z.optional(Description),
    is_active: z.optional(z.boolean({ error: 'Tiene que ser true o false' })),
  })
  .register(z.globalRegistry, { id: 'CategoryChanges' })
export type CategoryChanges = z.output<typeof CategoryChanges>

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    access: 'member',
    summary: 'Active categories, by name',
    query: Paging,
    response: z.array(Category),
    paged: true,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/categories/all',
    access: 'admin',
    summary: 'All categories, inactive ones too, by name',
    query: Paging,
    response: z.array(Category),
    paged: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/categories/:id',
    access: 'member',
    summary: 'One category; an inactive one for admins only',
    params: ById,
    response: Category,
  }),
  create: endpoint({
    method: 'POST',
    path: '/categories',
    access: 'admin',
    summary: 'Create a category',
    body: NewCategory,
    response: Category,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/categories/:id',
    access: 'admin',
    summary: 'Change the given fields of a category',
    params: ById,
    body: CategoryChanges,
    response: Category,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/categories/:id',
    access: 'admin',
    summary: 'Delete a category without posts; drafts count as posts',
    params: ById,
  }),
  initialize: endpoint({
    method: 'POST',
    path: '/categories/initialize',
    access: 'admin',
    summary: 'Create the missing ones of the seven default categories',
    response: z.object({ message: z.string(), created: z.int() }),
  }),
}
