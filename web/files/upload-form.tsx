import { type FormEvent, useState } from 'react'
import { useMember } from '../api/session.ts'
import { unfinishedUploads } from '../api/unfinished.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CategorySelect } from './category-select.tsx'
import { DescriptionField } from './description-field.tsx'
import { FileChooser } from './file-chooser.tsx'
import css from './forms.module.css'
import { texts } from './texts.ts'
import { addUploads, useUploads } from './upload-queue.ts'

interface Props {
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  onDone: () => void
}

/** Chooses files and says something of them; what is sent goes on in the list below. */
export function UploadForm({ files, onFiles, onDone }: Props) {
  const me = useMember()
  const queue = useUploads()
  const start: { description: string; category_id: string | null } = { description: '', category_id: null }
  const { typed, type, forget } = useUnsent('upload', start)

  // what goes on right now, or failed, stands in the list below
  const [kept] = useState(() => unfinishedUploads(me?.id ?? ''))
  const begun = kept.filter((name) => ![...queue, ...files].some((one) => one.name === name))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!me?.name || files.length === 0) return
    addUploads(files, { ...typed, person: me.id })
    onFiles([])
    type(start)
    forget()
  }

  return (
    <form className={css.form} onSubmit={submit} aria-label={texts.uploadFile}>
      <FileChooser files={files} onFiles={onFiles} />
      {begun.length > 0 && (
        <p className={css.begun}>
          {texts.unfinished} <bdi>{begun.join(', ')}</bdi>
        </p>
      )}
      <div className={css.pair}>
        <TextField label={texts.uploader} value={me?.name ?? ''} readOnly />
        <CategorySelect value={typed.category_id} onChange={(category_id) => type({ ...typed, category_id })} />
      </div>
      <DescriptionField
        value={typed.description}
        hint={files.length > 1 ? texts.descriptionForAll : undefined}
        onChange={(description) => type({ ...typed, description })}
      />
      <div className={css.buttons}>
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" icon="upload">
          {texts.upload}
        </Button>
      </div>
    </form>
  )
}
