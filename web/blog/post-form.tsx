import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { isBlank } from '../../contract/fields.ts'
import { NewPost } from '../../contract/posts.ts'
import { CallError } from '../api/call.ts'
import { useCategories } from '../categories/api.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { LinkButton } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
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
  const { author, category, writing, isSaving, onChange, failure, cancelTo, onCancel, error, buttons } = props
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const categories = useCategories()
  const errors = fieldErrors(writing, failure)
  const canSave = !isBlank(writing.title) && !isBlank(writing.content)
  const options = categories.data ?? []
  const isKept = category && !options.some(({ id }) => id === category.id)
  const set = (change: Partial<Writing>) => onChange({ ...writing, ...change })

  return (
    // what is saved, and how, is said by the button that is pressed: Enter alone saves nothing
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
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
      <Tabs
        label={texts.content}
        value={tab}
        onValueChange={setTab}
        keepMounted // the textarea keeps its undo history
        tabs={[
          {
            value: 'write',
            label: texts.write,
            panel: (
              <TextArea
                label={texts.content}
                hideLabel
                rows={12}
                grow
                value={writing.content}
                readOnly={isSaving}
                error={errors.content}
                hint={texts.contentHint}
                required
                onChange={(event) => set({ content: event.target.value })}
              />
            ),
          },
          {
            value: 'preview',
            label: texts.preview,
            panel:
              tab === 'preview' &&
              (isBlank(writing.content) ? (
                <p className={css.nothing}>{texts.nothingToPreview}</p>
              ) : (
                <LazyMarkdown id="preview" text={writing.content} />
              )),
          },
        ]}
      />
      {error}
      <div className={css.buttons}>
        <LinkButton to={cancelTo} variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </LinkButton>
        {buttons(canSave)}
      </div>
    </form>
  )
}
