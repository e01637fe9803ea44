import { type Category, CategoryChanges, NewCategory } from '../../contract/categories.ts'
import { CallError } from '../api/call.ts'

/** What is in the form, as it is typed. */
export interface CategoryValues {
  name: string
  description: string
  is_active: boolean
}
export type CategoryErrors = Partial<Record<'name' | 'description', string>>

export const categoryValuesOf = (category: Category | null): CategoryValues => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  is_active: category?.is_active ?? true,
})

/** A new category; what was left empty is absent. */
export const readNewCategory = ({ name, description }: CategoryValues) =>
  NewCategory.safeParse({ name, ...(description !== '' && { description }) })

/** What was typed over only: what somebody else changes meanwhile stays. */
export function readCategoryChanges(values: CategoryValues, category: Category) {
  const before = categoryValuesOf(category)
  return CategoryChanges.safeParse({
    ...(values.name !== before.name && { name: values.name }),
    ...(values.description !== before.description && { description: values.description }),
    ...(values.is_active !== before.is_active && { is_active: values.is_active }),
  })
}

const first = (issues: { field: unknown; message: string }[], field: string) =>
  issues.find((issue) => issue.field === field)?.message

function errorsOf(issues: { field: unknown; message: string }[]): CategoryErrors {
  const name = first(issues, 'name')
  const description = first(issues, 'description')
  return { ...(name && { name }), ...(description && { description }) }
}

/** What is wrong with what was typed. */
export function errorsOfCategory(values: CategoryValues, category: Category | null): CategoryErrors {
  const { error } = category ? readCategoryChanges(values, category) : readNewCategory(values)
  return errorsOf(error?.issues.map(({ path, message }) => ({ field: path[0], message })) ?? [])
}

/** What the server says of single fields; that a name is taken belongs to the name. */
export function errorsOfRefusal(error: unknown): CategoryErrors {
  if (!(error instanceof CallError) || !error.problem) return {}
  const { code, detail, errors = [] } = error.problem
  return code === 'category_taken' ? { name: detail } : errorsOf(errors)
}
