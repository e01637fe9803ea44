import { type FormEvent, useRef, useState } from 'react'
import { formatSize } from '../../../contract/content/sizes.ts'
import { limits } from '../../../contract/limits.ts'
import { useDraft } from '../../api/drafts.ts'
import { useMember } from '../../api/session.ts'
import { CategorySelect } from '../../categories/category-select.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormButtons } from '../../ui/form/form-parts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { addUploads, useUploads } from './upload-queue.ts'
import css from './uploads.module.css'

interface Props {
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  onDone: () => void
}

export function UploadForm({ files, onFiles, onDone }: Props) {
  const me = useMember()
  const queue = useUploads()
  const start: { description: string; category_id: string | null } = { description: '', category_id: null }
  const { value, setValue } = useDraft('upload', start)

  // uploads of an earlier visit; those of this visit are in the list below
  const [earlier] = useState(() => unfinishedUploads(me?.id ?? ''))
  const unfinished = earlier.filter((name) => ![...queue, ...files].some((file) => file.name === name))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!me?.name || files.length === 0) return
    addUploads(files, { ...value, person: me.id })
    onFiles([])
    setValue(start)
  }

  return (
    <form className="stack gap-4" onSubmit={submit} aria-label={texts.uploadFile}>
      <FileChooser files={files} onFiles={onFiles} />
      {unfinished.length > 0 && (
        <p className={css.unfinished}>
          {texts.unfinished} <bdi>{unfinished.join(', ')}</bdi>
        </p>
      )}
      <div className={css.pair}>
        <TextField label={texts.uploader} value={me?.name ?? ''} readOnly />
        <CategorySelect
          label={texts.category}
          emptyLabel={texts.noCategoryOption}
          value={value.category_id}
          onChange={(category_id) => setValue({ ...value, category_id })}
        />
      </div>
      <TextArea
        label={texts.description}
        hint={files.length > 1 ? texts.descriptionForAll : undefined}
        rows={2}
        grow
        maxLength={limits.fileDescription}
        value={value.description}
        onChange={(event) => setValue({ ...value, description: event.target.value })}
      />
      <FormButtons>
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" icon="upload">
          {texts.upload}
        </Button>
      </FormButtons>
    </form>
  )
}

/** Names of the person's unfinished uploads, as the upload client stores them. */
function unfinishedUploads(person: string): string[] {
  return Object.entries(localStorage).flatMap(([key, value]) => {
    if (!key.startsWith(`tus::${person}-`)) return []
    try {
      const { metadata } = JSON.parse(value) as { metadata?: { filename?: string } }
      return metadata?.filename ? [metadata.filename] : []
    } catch {
      return []
    }
  })
}

/** The browser's file input, invisible over our own design: it handles clicks, keys and drops. */
function FileChooser({ files, onFiles }: Omit<Props, 'onDone'>) {
  const input = useRef<HTMLInputElement>(null)

  function remove(gone: File) {
    onFiles(files.filter((file) => file !== gone))
    input.current?.focus()
  }

  return (
    <div className="stack gap-2">
      <Field label={texts.file}>
        {(control) => (
          <div className={css.box}>
            <Icon name="upload" size={22} />
            <span className="tight" aria-hidden="true">
              <strong>{texts.chooseFiles}</strong> <span className="muted">{texts.orDrop}</span>
            </span>
            <input
              {...control}
              ref={input}
              type="file"
              multiple
              required={files.length === 0}
              className={css.input}
              onChange={({ target }) => {
                onFiles([...files, ...(target.files ?? [])])
                target.value = '' // allows choosing the same file again
              }}
            />
          </div>
        )}
      </Field>
      {files.length > 0 && (
        <ul className="plain-list" aria-label={texts.chosen(files.length)}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
            <li key={`${file.name} ${index}`} className="row gap-3 line-below">
              <span className={css.name}>
                <bdi>{file.name}</bdi>
              </span>
              <span className="rigid muted small tabular">{formatSize(file.size)}</span>
              <IconButton icon="close" label={texts.dontUpload(file.name)} onClick={() => remove(file)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
