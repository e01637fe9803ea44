import { useRef } from 'react'
import { formatSize } from '../../../contract/content/sizes.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import css from './uploads.module.css'

interface Props {
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
}

/** The browser's file input, invisible over our own design: it handles clicks, keys and drops. */
export function FileChooser({ files, onFiles }: Props) {
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
            <span className={`tight ${css.text}`} aria-hidden="true">
              <strong>{texts.chooseFiles}</strong> <span>{texts.orDrop}</span>
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
