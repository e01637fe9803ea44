import { useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { saySize } from '../ui/sizes.ts'
import css from './file-chooser.module.css'
import { texts } from './texts.ts'

interface Props {
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
}

/** The browser's own chooser, under a face of ours: it takes clicks, keys and what is dropped on it. */
export function FileChooser({ files, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)

  function remove(gone: File) {
    onFiles(files.filter((file) => file !== gone))
    input.current?.focus()
  }

  return (
    <div className={css.chooser}>
      <Field label={texts.file}>
        {(wiring) => (
          <div className={css.face}>
            <Icon name="upload" size={22} />
            <span className={css.words} aria-hidden="true">
              <strong>{texts.chooseFiles}</strong> <span>{texts.orDrop}</span>
            </span>
            <input
              {...wiring}
              ref={input}
              type="file"
              multiple
              required={files.length === 0}
              className={css.input}
              onChange={({ target }) => {
                onFiles([...files, ...(target.files ?? [])])
                target.value = '' // the same file may be chosen again
              }}
            />
          </div>
        )}
      </Field>
      {files.length > 0 && (
        <ul className={css.chosen} aria-label={texts.chosen(files.length)}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be there twice
            <li key={`${file.name} ${index}`}>
              <span className={css.name}>
                <bdi>{file.name}</bdi>
              </span>
              <span className={css.size}>{saySize(file.size)}</span>
              <IconButton icon="close" label={texts.dontUpload(file.name)} onClick={() => remove(file)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
