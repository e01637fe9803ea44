import { useRef, useState } from 'react'
import type { Category } from '../../contract/categories.ts'
import { useCreateCategory, useUpdateCategory } from '../categories/api.ts'
import {
  type CategoryErrors,
  type CategoryValues,
  categoryValuesOf,
  errorsOfCategory,
  errorsOfRefusal,
  readCategoryChanges,
  readNewCategory,
} from './category-form.ts'
import { texts } from './category-texts.ts'
import { logFailure } from './log-failure.ts'

/**
 * The form of a category. `onSaved` gets it as it is now, or nothing when there was nothing to change. After a refusal
 * everything stands as it was typed.
 */
export function useCategoryForm(category: Category | null, onSaved: (saved: Category | undefined) => void) {
  const [values, setValues] = useState(() => categoryValuesOf(category))
  const [errors, setErrors] = useState<CategoryErrors>({})
  const [failure, setFailure] = useState<string>()
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = create.isPending || update.isPending

  /** What is said to be wrong is looked at again while it is corrected. */
  function change(changes: Partial<CategoryValues>) {
    const next = { ...values, ...changes }
    setValues(next)
    if (errors.name || errors.description) setErrors(errorsOfCategory(next, category))
  }

  function show(wrong: CategoryErrors) {
    setErrors(wrong)
    const first = (['name', 'description'] as const).find((field) => wrong[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }

  async function send() {
    if (!category) {
      const { data } = readNewCategory(values)
      return data && create.mutateAsync(data)
    }
    const { data } = readCategoryChanges(values, category)
    if (!data || Object.keys(data).length === 0) return undefined
    return update.mutateAsync({ id: category.id, changes: data })
  }

  async function submit() {
    if (isBusy) return
    setFailure(undefined)
    if (show(errorsOfCategory(values, category))) return
    try {
      onSaved(await send())
    } catch (error) {
      const message = logFailure(error, category ? texts.updateFailed : texts.createFailed)
      if (!show(errorsOfRefusal(error))) setFailure(message)
    }
  }

  return { values, errors, failure, isBusy, form, change, submit }
}
