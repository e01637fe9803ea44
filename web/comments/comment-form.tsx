import type { ReactNode, Ref } from 'react'
import * as z from 'zod/mini'
import { CommentText } from '../../contract/comments.ts'
import { isBlank } from '../../contract/fields.ts'
import { CallError, messageOf } from '../api/call.ts'
import { GuideButton } from '../markdown/guide-button.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { TextArea } from '../ui/text-field.tsx'
import css from './comment-form.module.css'
import { texts } from './texts.ts'

interface Props {
  label: string
  hideLabel?: boolean
  rows: number
  field: Ref<HTMLTextAreaElement>
  content: string
  onType: (content: string) => void
  /** What is being saved isn't changed meanwhile. */
  isSaving: boolean
  /** What the last try failed with, and what is said when the server says nothing. */
  failure: unknown
  failed: string
  send: string
  onSend: () => void
  onCancel: () => void
  /** What stands above the text. */
  children?: ReactNode
}

/** Of the contract's own schema for what is typed, of the server for what it refused. */
function contentError(content: string, failure: unknown) {
  // an empty field isn't wrong yet: the button waits for it
  if (isBlank(content)) return undefined
  const typed = z.safeParse(CommentText, { content }).error?.issues[0]?.message
  const refused = failure instanceof CallError ? failure.problem?.errors : undefined
  return typed ?? refused?.find(({ field }) => field === 'content')?.message
}

/** What writing a comment and editing one share (SPEC §2). */
export function CommentForm(props: Props) {
  const { label, hideLabel, rows, field, content, onType, isSaving, failure, failed, send, children } = props
  return (
    // Enter alone sends nothing
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {children}
      <TextArea
        ref={field}
        label={label}
        hideLabel={hideLabel ?? false}
        rows={rows}
        grow
        required
        value={content}
        readOnly={isSaving}
        error={contentError(content, failure)}
        onChange={(event) => onType(event.target.value)}
      />
      {failure !== null && <ErrorNote>{messageOf(failure, failed)}</ErrorNote>}
      <div className={css.buttons}>
        <GuideButton />
        <Button variant="quiet" disabled={isSaving} onClick={props.onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="primary" disabled={isBlank(content)} busy={isSaving} onClick={props.onSend}>
          {send}
        </Button>
      </div>
    </form>
  )
}
