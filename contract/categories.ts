import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, Once, optionalLine, pagesOf, schema, TrueOrFalse } from './fields.ts'
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

export const Category = schema('Category', {
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  is_active: z.boolean(),
  created_at: Moment,
  /** Published posts only. */
  post_count: z.int(),
})
export type Category = z.output<typeof Category>

const Name = line({ label: 'El nombre', max: limits.categoryName })
const Description = optionalLine({ label: 'La descripción', feminine: true, max: limits.categoryDescription })

export const NewCategory = schema('NewCategory', { name: Name, description: z.optional(Description) })
export type NewCategory = z.output<typeof NewCategory>

/** Filter of lists: an id, or `none` for items without a category, which is parsed to null. */
export const CategoryFilter = z.optional(
  z.pipe(
    Once.check(z.regex(/^([0-9a-f]{32}|none)$/, 'Tiene que ser un identificador o none')),
    z.transform((value: string) => (value === 'none' ? null : value)),
  ),
)

/** Absent fields stay; a null or empty description clears it. */
export const CategoryChanges = schema('CategoryChanges', {
  name: z.optional(Name),
  description: z.optional(Description),
  is_active: z.optional(TrueOrFalse),
})
export type CategoryChanges = z.output<typeof CategoryChanges>

export const categories = {
  list: endpoint('GET', '/categories', 'member', {
    summary: 'Active categories, by name',
    ...pagesOf(Category),
  }),
  listAll: endpoint('GET', '/categories/all', 'admin', {
    summary: 'All categories, inactive ones too, by name',
    ...pagesOf(Category),
  }),
  read: endpoint('GET', '/categories/:id', 'member', {
    summary: 'One category; an inactive one for admins only',
    response: Category,
  }),
  create: endpoint('POST', '/categories', 'admin', {
    summary: 'Create a category',
    body: NewCategory,
    response: Category,
    status: 201,
  }),
  update: endpoint('PUT', '/categories/:id', 'admin', {
    summary: 'Change the given fields of a category',
    body: CategoryChanges,
    response: Category,
  }),
  remove: endpoint('DELETE', '/categories/:id', 'admin', {
    summary: 'Delete a category without posts; drafts count as posts',
  }),
  initialize: endpoint('POST', '/categories/initialize', 'admin', {
    summary: 'Create the missing ones of the seven default categories',
    response: z.object({ message: z.string(), created: z.int() }),
  }),
}
