import { useId } from 'react'
import type { Category } from '../../contract/categories.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { texts } from './category-texts.ts'
import { useCategoryForm } from './use-category-form.ts'
import css from './user-dialog.module.css'

interface Props {
  /** Null makes a new one. */
  category: Category | null
  open: boolean
  /** With whether the form has had its day: saved or cancelled, not just put aside. */
  onClose: (isDone: boolean) => void
}

/** The create and edit modals of a category (SPEC §2, "Category management"). */
export default function CategoryDialog({ category, open, onClose }: Props) {
  const id = useId()
  const toast = useToast()
  const form = useCategoryForm(category, (saved) => {
    if (saved) toast.success(category ? texts.wasUpdated(saved.name) : texts.wasCreated(saved.name))
    onClose(true)
  })
  const { values, errors, change } = form

  const close = (isDone: boolean) => {
    if (!form.isBusy) onClose(isDone)
  }

  return (
    <Dialog
      title={category ? texts.editTitle : texts.create}
      open={open}
      onOpenChange={() => close(false)}
      steady
      footer={
        <>
          {form.failure && (
            <div className={css.failure}>
              <ErrorNote>{form.failure}</ErrorNote>
            </div>
          )}
          <Button onClick={() => close(true)}>{texts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={form.isBusy}>
            {category ? texts.save : texts.createAction}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form.form}
        className={css.column}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
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
      </form>
    </Dialog>
  )
}
