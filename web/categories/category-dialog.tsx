import { type Category, CategoryChanges, NewCategory } from '../../contract/categories.ts'
import { Checkbox } from '../ui/controls/choice.tsx'
import { TextArea, TextField } from '../ui/controls/text-field.tsx'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { changesOf, useForm } from '../ui/form/use-form.ts'
import { logFailure } from '../ui/log-failure.ts'
import { useCreateCategory, useUpdateCategory } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  /** Null creates a category. */
  category: Category | null
  open: boolean
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
  onClose: (isDone: boolean) => void
}

/** The create and edit modals of a category (SPEC §2, "Category management"). */
export default function CategoryDialog({ category, open, onClose }: Props) {
  const form = useCategoryForm(category, (saved) => {
    if (saved) toast.success(category ? texts.wasUpdated(saved.name) : texts.wasCreated(saved.name))
    onClose(true)
  })

  return (
    <FormDialog
      title={category ? texts.editTitle : texts.create}
      open={open}
      onClose={onClose}
      form={form}
      action={category ? texts.save : texts.createAction}
    >
      <TextField {...form.field('name')} label={texts.name} required />
      <TextArea {...form.field('description')} label={texts.description} hint={texts.descriptionHint} rows={3} grow />
      {category && (
        <Checkbox
          label={texts.active}
          hint={texts.activeHint}
          checked={form.values.is_active}
          onCheckedChange={(is_active) => form.set({ is_active })}
        />
      )}
    </FormDialog>
  )
}

const valuesOf = (category: Category | null) => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  is_active: category?.is_active ?? true,
})
type CategoryValues = ReturnType<typeof valuesOf>

const newCategoryOf = ({ name, description }: CategoryValues) => ({ name, ...(description && { description }) })

/** The form of a new category, or of changes to one. `onSaved` receives undefined if nothing was changed. */
function useCategoryForm(category: Category | null, onSaved: (saved: Category | undefined) => void) {
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const failureText = category ? texts.updateFailed : texts.createFailed

  function send(data: NewCategory | CategoryChanges) {
    if (!category) return create.mutateAsync(data as NewCategory)
    if (Object.keys(data).length === 0) return Promise.resolve(undefined)
    return update.mutateAsync({ id: category.id, changes: data })
  }

  return useForm<CategoryValues, NewCategory | CategoryChanges, Category | undefined>({
    initial: valuesOf(category),
    schema: category ? CategoryChanges : NewCategory,
    toInput: (values) => (category ? changesOf(values, valuesOf(category)) : newCategoryOf(values)),
    save: (data) =>
      send(data).catch((error) => {
        logFailure(error, failureText)
        throw error
      }),
    onSaved,
    fieldOfCode: { category_taken: 'name' },
    failureText,
  })
}
