import type { ReactNode, Ref } from 'react'
import { CommentText } from '../../contract/comments.ts'
import { isBlank } from '../../contract/fields.ts'
import { MentionArea } from '../editor/mentions/mention-area.tsx'
import { GuideButton } from '../markdown/guide/guide-button.tsx'
import { Button } from '../ui/controls/button.tsx'
import { FormButtons } from '../ui/form/form-buttons.tsx'
import type { Form } from '../ui/form/use-form.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import css from './comment-form.module.css'
import { texts } from './texts.ts'

/** Options of the form hook for both forms: a text that is too long is wrong while it is typed, an empty one isn't. */
export const commentForm = {
  schema: CommentText,
  showsErrorsEarly: ({ content }: { content: string }) => !isBlank(content),
}

interface Props {
  form: Form<{ content: string }>
  label: string
  hideLabel?: boolean
  rows: number
  field: Ref<HTMLTextAreaElement>
  sendLabel: string
  onCancel: () => void
  children?: ReactNode
}

/** The form of a new comment and of an edit (SPEC §2). */
export function CommentForm({ form, label, hideLabel = false, rows, field, sendLabel, onCancel, children }: Props) {
  return (
    // Enter alone doesn't submit
    <form ref={form.formRef} className={css.form} onSubmit={(event) => event.preventDefault()}>
      {children}
      <MentionArea
        {...form.field('content')}
        onText={(content) => form.set({ content })}
        ref={field}
        label={label}
        hideLabel={hideLabel}
        rows={rows}
        grow
        required
        readOnly={form.isBusy}
      />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <FormButtons className={css.buttons}>
        <GuideButton />
        <Button variant="quiet" disabled={form.isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button
          variant="primary"
          disabled={isBlank(form.values.content)}
          busy={form.isBusy}
          onClick={() => void form.submit()}
        >
          {sendLabel}
        </Button>
      </FormButtons>
    </form>
  )
}
