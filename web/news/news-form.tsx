import { type ChangeEvent, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { anchorOf } from '../../contract/content/places.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextArea, TextField } from '../ui/controls/text-field.tsx'
import { FormButtons, FormElement } from '../ui/form/form-parts.tsx'
import type { Form } from '../ui/form/use-form.ts'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { isComposing } from '../ui/is-composing.ts'
import { SideNote } from '../ui/page/notice.tsx'
import { useLastShared } from './api.ts'
import { completeUrl, type NewsDraft, readUrl } from './news-draft.ts'
import { texts } from './texts.ts'
import { TitleFetcher } from './title-fetcher.tsx'

interface Props {
  form: Form<NewsDraft>
  label: string
  id?: string | undefined
  urlField: RefObject<HTMLInputElement | null>
  sendLabel: string
  onCancel: () => void
  children?: ReactNode
}

/** The form of a new item and of an edit (SPEC §2, §5). */
export function NewsForm({ form, label, id, urlField, sendLabel, onCancel, children }: Props) {
  const { values, isBusy, set, field } = form
  /** The address to look up among the shared ones. */
  const [lookedUp, lookUp] = useState(values.url)
  const [completed, setCompleted] = useState<string>()
  const url = field('url')
  const isIncomplete = values.title === '' || values.url === ''

  function cancelByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent) || event.repeat || isBusy) return
    // otherwise the same key press would answer the question
    event.stopPropagation()
    onCancel()
  }

  function changeUrl(event: ChangeEvent<HTMLInputElement>) {
    url.onChange(event)
    if ((event.nativeEvent as InputEvent).inputType === 'insertFromPaste') lookUp(event.target.value)
  }

  function leaveUrl() {
    url.onBlur()
    const address = completeUrl(values.url)
    lookUp(address)
    if (address === values.url) return
    set({ url: address })
    setCompleted(address)
  }

  return (
    <FormElement form={form} className="stack gap-4 shrinks" onKeyDown={cancelByKey} aria-label={label}>
      {children}
      <div className="stack gap-2 shrinks">
        <TextField
          {...url}
          ref={urlField}
          label={texts.url}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://"
          autoComplete="off"
          required
          readOnly={isBusy}
          onChange={changeUrl}
          onBlur={leaveUrl}
        />
        <SharedNotice url={lookedUp === values.url ? readUrl(lookedUp) : undefined} except={id} />
      </div>
      <div className="stack gap-2 shrinks">
        <TextField {...field('title')} label={texts.newsTitle} autoComplete="off" required readOnly={isBusy} />
        <TitleFetcher
          url={values.url}
          completed={completed}
          title={values.title}
          onTitle={(title) => set({ title })}
          disabled={isBusy}
        />
      </div>
      <TextArea {...field('comment')} label={texts.comment} rows={3} grow readOnly={isBusy} />
      <FormButtons>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={isIncomplete}>
          {sendLabel}
        </Button>
      </FormButtons>
    </FormElement>
  )
}

/** Notice that an address was shared before; `except` is the item being edited. */
function SharedNotice({ url, except }: { url: string | undefined; except: string | undefined }) {
  const shown = useLastShared(url, except).data?.item
  return (
    <SideNote>
      {shown && (
        <p>
          {texts.sharedBy(shown.created_by, formatDaysAgo(new Date(shown.created_at)))}:{' '}
          <Link to={`#${anchorOf.news(shown.id)}`}>{shown.title}</Link>. {texts.mayShareAgain}
        </p>
      )}
    </SideNote>
  )
}
