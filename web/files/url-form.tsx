import { type FormEvent, useRef } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { CallError, messageOf } from '../api/call.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useAddLink } from './api.ts'
import { CategorySelect } from './category-select.tsx'
import { DescriptionField } from './description-field.tsx'
import css from './forms.module.css'
import { texts } from './texts.ts'

interface Link {
  url: string
  description: string
  category_id: string | null
}

/** Adds a link or a video of YouTube. What was typed stays until it is stored. */
export function UrlForm({ onDone }: { onDone: () => void }) {
  const { typed, type, forget } = useUnsent<Link>('link', { url: '', description: '', category_id: null })
  const toast = useToast()
  const urlField = useRef<HTMLInputElement>(null)
  const add = useAddLink(forget)
  const refused = add.error instanceof CallError ? (add.error.problem?.errors ?? []) : []
  const errorOf = (name: keyof Link) => refused.find(({ field }) => field === name)?.message
  const set = (changes: Partial<Link>) => {
    // what was refused isn't what stands there any more
    if (add.isError) add.reset()
    type({ ...typed, ...changes })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlank(typed.url) || add.isPending) return
    add.mutate(typed, {
      onSuccess: () => {
        toast.success(texts.urlAdded)
        onDone()
      },
      // what is wrong stands beside it, and is read with it
      onError: () => urlField.current?.focus(),
    })
  }

  return (
    <form className={css.form} onSubmit={submit} aria-label={texts.addUrl}>
      <TextField
        ref={urlField}
        label={texts.url}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        maxLength={limits.fileUrl}
        value={typed.url}
        hint={texts.urlHint}
        error={errorOf('url')}
        onChange={(event) => set({ url: event.target.value })}
      />
      <CategorySelect
        value={typed.category_id}
        error={errorOf('category_id')}
        onChange={(category_id) => set({ category_id })}
      />
      <DescriptionField
        value={typed.description}
        error={errorOf('description')}
        onChange={(description) => set({ description })}
      />
      {add.isError && refused.length === 0 && (
        <ErrorNote>{texts.error(messageOf(add.error, texts.addUrlFailed))}</ErrorNote>
      )}
      <div className={css.buttons}>
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" icon="link" busy={add.isPending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
