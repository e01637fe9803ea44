import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { isBlank } from '../../contract/fields.ts'
import { NewPost, type Post } from '../../contract/posts.ts'
import { CallError } from '../api/call.ts'
import { hasOpenDrafts } from '../api/drafts.ts'
import { CategorySelect } from '../categories/category-select.tsx'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { AttachmentStatus, useAttachments } from '../files/uploads/attachments.tsx'
import { LinkTools } from '../links/pickers/use-pickers.tsx'
import { MarkdownGuide } from '../markdown/guide/guide-button.tsx'
import { LinkButton } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { confirm, discardQuestion } from '../ui/dialogs/confirm.tsx'
import { FormButtons, RestoredNote } from '../ui/form/form-parts.tsx'
import css from './posts.module.css'
import { texts } from './texts.ts'

export type PostDraft = Pick<Post, 'title' | 'content' | 'category_id'>

interface Props {
  author: string
  /** The post's category, which it may keep when inactive. */
  category?: { id: string; name: string } | undefined
  values: PostDraft
  onChange: (values: PostDraft) => void
  draft: { wasRestored: boolean; discard: () => void }
  /** The fields are read-only while they are saved. */
  saving: { isPending: boolean; error: unknown }
  cancelTo: string
  error: ReactNode
  buttons: (canSave: boolean) => ReactNode
}

function fieldErrors(values: PostDraft, failure: unknown): Record<string, string | undefined> {
  const refused = failure instanceof CallError ? (failure.problem?.errors ?? []) : []
  const local = z.safeParse(NewPost, values).error?.issues ?? []
  // an empty field isn't an error yet, it only disables the buttons
  const typed = local.filter((issue) => !isBlank(String(values[issue.path[0] as keyof PostDraft] ?? '')))
  return Object.fromEntries([
    ...refused.map(({ field, message }) => [field, message]),
    ...typed.map((issue) => [String(issue.path[0]), issue.message]),
  ])
}

/** The form of a new post and of an edit (SPEC §2). */
export function PostForm(props: Props) {
  const { author, category, values, onChange, draft, saving, cancelTo, error, buttons } = props
  const isSaving = saving.isPending
  const editor = useRef<EditorHandle>(null)
  const attachments = useAttachments(editor, values.content, { showsImages: true })
  const [isGuideOpen, setGuideOpen] = useState(false)
  const navigate = useNavigate()
  const errors = fieldErrors(values, saving.error)
  const isIncomplete = isBlank(values.title) || isBlank(values.content)
  const canSave = !isSaving && !isIncomplete && !attachments.isWaiting
  const set = (change: Partial<PostDraft>) => onChange({ ...values, ...change })

  async function cancel(event: MouseEvent) {
    const opensNewTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (opensNewTab) return
    if (!hasOpenDrafts()) return draft.discard()
    event.preventDefault()
    if (!(await confirm(discardQuestion))) return
    draft.discard()
    void navigate(cancelTo)
  }

  return (
    // Enter alone doesn't submit: several buttons save in different ways
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {draft.wasRestored && <RestoredNote>{texts.restored}</RestoredNote>}
      <div className={css.pair}>
        <TextField label={texts.author} value={author} readOnly />
        <CategorySelect
          label={texts.category}
          emptyLabel={texts.noCategory}
          value={values.category_id}
          kept={category}
          disabled={isSaving}
          error={errors.category_id}
          onChange={(category_id) => set({ category_id })}
        />
      </div>
      <TextField
        label={texts.title}
        className={css.title}
        value={values.title}
        readOnly={isSaving}
        error={errors.title}
        required
        onChange={(event) => set({ title: event.target.value })}
      />
      <MarkdownEditor
        label={texts.content}
        value={values.content}
        readOnly={isSaving}
        error={errors.content}
        hint={texts.contentHint}
        required
        onChange={(content) => set({ content })}
        tools={
          <LinkTools
            disabled={isSaving}
            showsImages
            selection={() => editor.current?.selection() ?? ''}
            insert={(token) => editor.current?.insert(token)}
          />
        }
        handle={editor}
        onFiles={attachments.attach}
        onGuide={() => setGuideOpen(true)}
      />
      {isGuideOpen && <MarkdownGuide open onClose={() => setGuideOpen(false)} />}
      <AttachmentStatus attachments={attachments} />
      {error}
      <FormButtons className={css.buttons}>
        <LinkButton to={cancelTo} variant="quiet" onClick={(event) => void cancel(event)}>
          {texts.cancel}
        </LinkButton>
        {buttons(canSave)}
      </FormButtons>
    </form>
  )
}
