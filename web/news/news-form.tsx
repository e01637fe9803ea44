import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import type { NewsBody } from './api.ts'
import { type Draft, type FieldName, isTooLong, readDraft, readUrl, refusedOf } from './draft.ts'
import css from './news-form.module.css'
import { SharedNotice } from './shared-notice.tsx'
import { texts } from './texts.ts'
import { TitleFetcher } from './title-fetcher.tsx'

interface Props {
  label: string
  /** The id of what is edited; absent for a new one. */
  id?: string | undefined
  urlField: RefObject<HTMLInputElement | null>
  draft: Draft
  onType: (changes: Partial<Draft>) => void
  /** What is being saved isn't changed meanwhile. */
  isSaving: boolean
  failure: unknown
  send: string
  onSend: (body: NewsBody) => void
  onCancel: () => void
  /** What stands above the fields. */
  children?: ReactNode
}

/** What sharing a link and editing one have in common (SPEC §2, §5). */
export function NewsForm({ label, id, urlField, draft, onType, isSaving, failure, send, ...rest }: Props) {
  const { onSend, onCancel, children } = rest
  const [wasSent, setSent] = useState(false)
  const [left, setLeft] = useState<readonly FieldName[]>([])
  const [asked, ask] = useState(draft.url)
  const form = useRef<HTMLFormElement>(null)
  const read = readDraft(draft)
  const errors = 'errors' in read ? read.errors : {}

  // nobody is told that a field is wrong while still at it, unless there is too much in it
  const errorOf = (name: FieldName) =>
    wasSent || isTooLong(draft, name) || (left.includes(name) && draft[name] !== '')
      ? (errors[name] ?? refusedOf(failure, name))
      : refusedOf(failure, name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving || draft.title === '' || draft.url === '') return
    flushSync(() => setSent(true))
    if ('body' in read) return onSend(read.body)
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    wrong?.focus()
  }

  /** As the button beside it, which asks before anything typed goes. */
  function cancelByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.repeat || isSaving) return
    // the question would hear the same key, and take it for its answer
    event.stopPropagation()
    onCancel()
  }

  const wiring = (name: FieldName) => ({
    value: draft[name],
    readOnly: isSaving,
    error: errorOf(name),
    onChange: ({ target: { value }, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      onType({ [name]: value })
      if (name === 'url' && (nativeEvent as InputEvent).inputType === 'insertFromPaste') ask(value)
    },
    onBlur: () => {
      setLeft((before) => (before.includes(name) ? before : [...before, name]))
      if (name === 'url') ask(draft.url)
    },
  })

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a short cut for one of its buttons
    <form ref={form} className={css.form} onSubmit={submit} onKeyDown={cancelByKey} aria-label={label} noValidate>
      {children}
      <div className={css.address}>
        <TextField
          ref={urlField}
          label={texts.url}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://"
          autoComplete="off"
          required
          {...wiring('url')}
        />
        <SharedNotice url={asked === draft.url ? readUrl(asked) : undefined} except={id} />
      </div>
      <div className={css.address}>
        <TextField label={texts.newsTitle} autoComplete="off" required {...wiring('title')} />
        <TitleFetcher url={draft.url} title={draft.title} onTitle={(title) => onType({ title })} isOff={isSaving} />
      </div>
      <TextArea label={texts.comment} rows={3} grow {...wiring('comment')} />
      <div className={css.buttons}>
        <Button variant="quiet" disabled={isSaving} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isSaving} disabled={draft.title === '' || draft.url === ''}>
          {send}
        </Button>
      </div>
    </form>
  )
}
