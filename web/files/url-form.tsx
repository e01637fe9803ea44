import { type FormEvent, useEffect, useRef } from 'react'
import { NewLink } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf } from '../api/call.ts'
import { useDraft } from '../api/drafts.ts'
import { CategorySelect } from '../categories/category-select.tsx'
import { Button } from '../ui/controls/button.tsx'
import { TextArea, TextField } from '../ui/controls/text-field.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { FormButtons } from '../ui/form/form-parts.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { useAddLink } from './api.ts'
import { texts } from './texts.ts'

const emptyLink = { url: '', description: '', category_id: null as string | null }

/** Adds a link or a YouTube video. The draft is kept until it is stored. */
export function UrlForm({ onDone }: { onDone: () => void }) {
  const draft = useDraft('link', emptyLink)
  const urlField = useRef<HTMLInputElement>(null)
  useEffect(() => urlField.current?.focus(), [])
  const add = useAddLink(draft.id, draft.discard)
  const form = useForm({
    initial: emptyLink,
    state: [draft.value, draft.setValue],
    schema: NewLink,
    save: (link) =>
      add.mutateAsync(link).catch((error) => {
        urlField.current?.focus()
        throw error
      }),
    onSaved: () => {
      toast.success(texts.urlAdded)
      onDone()
    },
    failureText: (error) => texts.error(messageOf(error, texts.addUrlFailed)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  return (
    <form ref={form.formRef} className="stack gap-4" onSubmit={submit} aria-label={texts.addUrl}>
      <TextField
        {...form.field('url')}
        ref={urlField}
        label={texts.url}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        maxLength={limits.fileUrl}
        hint={texts.urlHint}
      />
      <CategorySelect
        label={texts.category}
        emptyLabel={texts.noCategoryOption}
        value={form.values.category_id}
        error={form.errors.category_id}
        onChange={(category_id) => form.set({ category_id })}
      />
      <TextArea
        {...form.field('description')}
        label={texts.description}
        rows={2}
        grow
        maxLength={limits.fileDescription}
      />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <FormButtons>
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" icon="link" busy={form.isBusy}>
          {texts.add}
        </Button>
      </FormButtons>
    </form>
  )
}
