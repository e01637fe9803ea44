import type { Category } from '../../contract/categories.ts'
import { Checkbox } from '../ui/controls/choice.tsx'
import { TextArea, TextField } from '../ui/controls/text-field.tsx'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { useToast } from '../ui/dialogs/toast.tsx'
import { texts } from './texts.ts'
import { useCategoryForm } from './use-category-form.ts'

interface Props {
  /** Null creates a category. */
  category: Category | null
  open: boolean
  /** `isDone` after saving or cancelling; false after Escape, which keeps the form's values. */
  onClose: (isDone: boolean) => void
}

/** The create and edit modals of a category (SPEC §2, "Category management"). */
export default function CategoryDialog({ category, open, onClose }: Props) {
  const toast = useToast()
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
