import { type FormEvent, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { useMember } from '../../api/session.ts'
import { CategorySelect } from '../../categories/category-select.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormButtons } from '../../ui/form/form-parts.tsx'
import { DescriptionField } from '../forms/description-field.tsx'
import { texts } from '../texts.ts'
import { FileChooser } from './file-chooser.tsx'
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
  const { value, setValue, discard } = useDraft('upload', start)

  // uploads of an earlier visit; those of this visit are in the list below
  const [earlier] = useState(() => unfinishedUploads(me?.id ?? ''))
  const unfinished = earlier.filter((name) => ![...queue, ...files].some((file) => file.name === name))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!me?.name || files.length === 0) return
    addUploads(files, { ...value, person: me.id })
    onFiles([])
    setValue(start)
    discard()
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
      <DescriptionField
        value={value.description}
        hint={files.length > 1 ? texts.descriptionForAll : undefined}
        onChange={(description) => setValue({ ...value, description })}
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
