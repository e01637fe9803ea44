import { useRef, useState } from 'react'
import { useFile } from '../files/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Seal } from '../ui/seal.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './avatar-field.module.css'
import { PicturePicker } from './picture-picker.tsx'
import { avatarOfFile, fileOfAvatar } from './pictures.ts'
import { texts } from './texts.ts'

interface Props {
  /** The name in the form, for the seal. */
  name: string
  value: string
  error: string | undefined
  onChange: (avatar: string) => void
}

/** An account's picture: one of the archive's, an address, or none; beside it, how it will look. */
export function AvatarField({ name, value, error, onChange }: Props) {
  const [picking, setPicking] = useState({ time: 0, isOpen: false })
  const choose = useRef<HTMLButtonElement>(null)
  const id = fileOfAvatar(value)

  function clear() {
    onChange('')
    choose.current?.focus() // the button that was pressed is gone
  }

  const pick = () => setPicking(({ time }) => ({ time: time + 1, isOpen: true }))
  const close = () => setPicking((now) => ({ ...now, isOpen: false }))
  const texting = { label: texts.avatar, hint: texts.avatarHint, error }

  return (
    <div className={css.avatar}>
      {id ? <ChosenSeal id={id} name={name} /> : <Seal name={name || '?'} size={64} className={css.seal} />}
      <div className={css.choice}>
        {id ? (
          <Field {...texting}>
            {({ 'aria-invalid': _, ...wiring }) => (
              <output {...wiring} className={css.file}>
                <ChosenName id={id} />
              </output>
            )}
          </Field>
        ) : (
          <TextField
            {...texting}
            name="avatar"
            type="url"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
        <div className={css.buttons}>
          <Button ref={choose} size="s" icon="image" name={id && 'avatar'} onClick={pick}>
            {id ? texts.chooseAnother : texts.choosePicture}
          </Button>
          {value !== '' && (
            <Button size="s" variant="quiet" onClick={clear}>
              {texts.clearAvatar}
            </Button>
          )}
        </div>
      </div>
      {picking.time > 0 && (
        <PicturePicker
          key={picking.time}
          open={picking.isOpen}
          onClose={close}
          onPick={(picture) => {
            onChange(avatarOfFile(picture.id))
            close()
          }}
        />
      )}
    </div>
  )
}

const ChosenSeal = ({ id, name }: { id: string; name: string }) => (
  <Seal name={name || '?'} picture={useFile(id).data?.thumb_url} size={64} className={css.seal} />
)

function ChosenName({ id }: { id: string }) {
  const { data, isError } = useFile(id)
  return isError ? texts.pictureGone : <bdi>{data?.original_name ?? texts.archivePicture}</bdi>
}
