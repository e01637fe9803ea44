import type { Category } from '../../contract/categories.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { texts } from './category-texts.ts'
import { FormDialog } from './form-dialog.tsx'
import { useCategoryForm } from './use-category-form.ts'

interface Props {
  /** Null makes a new one. */
  category: Category | null
  open: boolean
  /** With whether the form has had its day: saved or cancelled, not just put aside. */
  onClose: (isDone: boolean) => void
}

/** The create and edit modals of a category (SPEC §2, "Category management"). */
export default function CategoryDialog({ category, open, onClose }: Props) {
  const toast = useToast()
  const form = useCategoryForm(category, (saved) => {
    if (saved) toast.success(category ? texts.wasUpdated(saved.name) : texts.wasCreated(saved.name))
    onClose(true)
  })
  const { values, errors, change } = form

  return (
    <FormDialog
      title={category ? texts.editTitle : texts.create}
      open={open}
      onClose={onClose}
      form={form}
      action={category ? texts.save : texts.createAction}
    >
      <TextField
        label={texts.name}
        name="name"
        required
        value={values.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label={texts.description}
        hint={texts.descriptionHint}
        name="description"
        rows={3}
        grow
        value={values.description}
        error={errors.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      {category && (
        <Checkbox
          label={texts.active}
          hint={texts.activeHint}
          checked={values.is_active}
          onCheckedChange={(is_active) => change({ is_active })}
        />
      )}
    </FormDialog>
  )
}
