import { type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { isBlank } from '../../contract/fields.ts'
import { NewPost } from '../../contract/posts.ts'
import { CallError } from '../api/call.ts'
import { isAnythingUnsent } from '../api/unsent.ts'
import { useCategories } from '../categories/api.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { UploadList } from '../files/upload-list.tsx'
import { LinkTools } from '../links/link-tools.tsx'
import { texts as linkTexts } from '../links/texts.ts'
import { useAttachments } from '../links/use-attachments.ts'
import { MarkdownGuide } from '../markdown/guide-button.tsx'
import { LinkButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './post-form.module.css'
import { texts } from './texts.ts'

export interface Writing {
  title: string
  content: string
  category_id: string | null
}

interface Props {
  author: string
  /** The category the post has, which it may keep though it is not active any more. */
  category?: { id: string; name: string } | undefined
  writing: Writing
  /** What is being saved isn't changed meanwhile. */
  isSaving: boolean
  onChange: (writing: Writing) => void
  /** What the last save failed with. */
  failure: unknown
  /** Whether the writing is from an earlier visit, and was not sent then. */
  wasFound?: boolean
  cancelTo: string
  onCancel: () => void
  error: ReactNode
  /** The buttons that save; they get whether there is anything to save. */
  buttons: (canSave: boolean) => ReactNode
}

/** Messages by field: of the contract's own schema for what is typed, of the server for what it refused. */
function fieldErrors(writing: Writing, failure: unknown): Record<string, string | undefined> {
  const refused = failure instanceof CallError ? (failure.problem?.errors ?? []) : []
  const local = z.safeParse(NewPost, writing).error?.issues ?? []
  // an empty field isn't wrong yet: the buttons wait for it
  const typed = local.filter((issue) => !isBlank(String(writing[issue.path[0] as keyof Writing] ?? '')))
  return Object.fromEntries([
    ...refused.map(({ field, message }) => [field, message]),
    ...typed.map((issue) => [String(issue.path[0]), issue.message]),
  ])
}

/** The fields that creating and editing a post share (SPEC §2). */
export function PostForm(props: Props) {
  const { author, category, writing, isSaving, onChange, failure, cancelTo, onCancel, error, buttons, wasFound } = props
  const editor = useRef<EditorHandle>(null)
  const attachments = useAttachments(editor, writing.content)
  const [isGuideOpen, setGuideOpen] = useState(false)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const categories = useCategories()
  const errors = fieldErrors(writing, failure)
  const canSave =
    !isBlank(writing.title) && !isBlank(writing.content) && !attachments.isPending && attachments.lost.length === 0
  const options = categories.data ?? []
  const isKept = category && !options.some(({ id }) => id === category.id)
  const set = (change: Partial<Writing>) => onChange({ ...writing, ...change })

  /** What was typed goes: that is asked. */
  async function cancel(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (isElsewhere) return
    if (!isAnythingUnsent()) return onCancel()
    event.preventDefault()
    if (!(await confirm({ text: texts.confirmDiscard, action: texts.discard, danger: true }))) return
    onCancel()
    void navigate(cancelTo)
  }

  return (
    // what is saved, and how, is said by the button that is pressed: Enter alone saves nothing
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {wasFound && (
        <p role="status" className={css.restored}>
          {texts.restored}
        </p>
      )}
      <div className={css.pair}>
        <TextField label={texts.author} value={author} readOnly />
        <SelectField
          label={texts.category}
          value={writing.category_id ?? ''}
          disabled={isSaving}
          error={errors.category_id}
          onChange={(event) => set({ category_id: event.target.value || null })}
        >
          <option value="">{texts.noCategory}</option>
          {isKept && <option value={category.id}>{category.name}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={texts.title}
        className={css.title}
        value={writing.title}
        readOnly={isSaving}
        error={errors.title}
        required
        onChange={(event) => set({ title: event.target.value })}
      />
      <MarkdownEditor
        label={texts.content}
        value={writing.content}
        readOnly={isSaving}
        error={errors.content}
        hint={texts.contentHint}
        required
        onChange={(content) => set({ content })}
        tools={
          <LinkTools
            disabled={isSaving}
            selection={() => editor.current?.selection() ?? ''}
            insert={(token) => editor.current?.insert(token)}
          />
        }
        handle={editor}
        onFiles={attachments.attach}
        onGuide={() => setGuideOpen(true)}
      />
      {isGuideOpen && (
        <Suspense>
          <MarkdownGuide open onClose={() => setGuideOpen(false)} />
        </Suspense>
      )}
      <UploadList among={attachments.here} />
      {attachments.isPending && <p role="status">{linkTexts.uploadsFirst}</p>}
      {attachments.lost.length > 0 && <ErrorNote>{linkTexts.uploadsLost(attachments.lost)}</ErrorNote>}
      {error}
      <div className={css.buttons}>
        <LinkButton to={cancelTo} variant="quiet" onClick={(event) => void cancel(event)}>
          {texts.cancel}
        </LinkButton>
        {buttons(canSave)}
      </div>
    </form>
  )
}
