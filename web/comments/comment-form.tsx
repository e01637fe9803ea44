import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { CommentText } from '../../contract/comments.ts'
import { isBlank } from '../../contract/fields.ts'
import { createEditorHandle } from '../editor/editor-handle.ts'
import { MentionArea } from '../editor/mentions/mention-area.tsx'
import { useFileDrop } from '../editor/use-file-drop.ts'
import { AttachmentStatus, useAttachments } from '../files/uploads/attachments.tsx'
import { GuideButton } from '../markdown/guide/guide-button.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useFileInput } from '../ui/controls/use-file-input.tsx'
import { FormButtons } from '../ui/form/form-parts.tsx'
import type { Form } from '../ui/form/use-form.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import css from './comments.module.css'
import { texts } from './texts.ts'

/** Options of the form hook for both forms: a text that is too long is wrong while it is typed, an empty one isn't. */
export const commentForm = {
  schema: CommentText,
  showsErrorsEarly: ({ content }: { content: string }) => !isBlank(content),
}

interface Props extends Pick<ComponentProps<typeof MentionArea>, 'label' | 'hideLabel' | 'rows'> {
  form: Form<{ content: string }>
  field: RefObject<HTMLTextAreaElement | null>
  sendLabel: string
  /** Throws the text away; without it there is nothing to throw away. */
  onCancel: (() => void) | undefined
  cancelLabel?: string
  children?: ReactNode
}

/** The form of a new comment and of an edit (SPEC §2). */
export function CommentForm({ form, field, sendLabel, onCancel, cancelLabel, children, ...area }: Props) {
  const { content } = form.values
  const [editor] = useState(() => createEditorHandle(field, () => {}))
  const attachments = useAttachments(useRef(editor.handle), content, { showsImages: true })
  const { takePastedFiles, dropProps } = useFileDrop(attachments.attach, form.isBusy)
  const photos = useFileInput(texts.addPhotos, attachments.attach, { accept: 'image/*', multiple: true })
  return (
    // Enter alone doesn't submit
    <form ref={form.formRef} className="stack contained gap-3" onSubmit={(event) => event.preventDefault()}>
      {children}
      <MentionArea
        {...form.field('content')}
        {...editor.events}
        {...dropProps}
        onPaste={takePastedFiles}
        onText={(content) => form.set({ content })}
        {...area}
        ref={field}
        grow
        required
        readOnly={form.isBusy}
      />
      <AttachmentStatus attachments={attachments} waiting={texts.uploadsFirst} />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <FormButtons>
        <div className={css.tools}>
          <Button variant="quiet" icon="image" disabled={form.isBusy} onClick={photos.choose}>
            {texts.addPhotos}
          </Button>
          {photos.input}
          <GuideButton />
        </div>
        {onCancel && (
          <Button variant="quiet" disabled={form.isBusy} onClick={onCancel}>
            {cancelLabel ?? texts.cancel}
          </Button>
        )}
        <Button
          variant="primary"
          disabled={isBlank(content) || attachments.isWaiting}
          busy={form.isBusy}
          onClick={() => void form.submit()}
        >
          {sendLabel}
        </Button>
      </FormButtons>
    </form>
  )
}
