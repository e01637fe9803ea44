import { useRef } from 'react'
import { useFile } from '../../files/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { texts } from '../texts.ts'
import css from '../user-dialog.module.css'
import { ImagePicker } from './image-picker.tsx'

interface Props {
  name: string
  value: string
  error: string | undefined
  onChange: (avatar: string) => void
}

/** An avatar from the archive is stored as `file:` and the file's id. */
const avatarOfFile = (id: string) => `file:${id}`
const fileOfAvatar = (avatar: string) => /^file:([0-9a-f]{32})$/.exec(avatar)?.[1]

export function AvatarField({ name, value, error, onChange }: Props) {
  const { shown: picker, open, close } = useDialogTarget()
  const chooseButton = useRef<HTMLButtonElement>(null)
  const id = fileOfAvatar(value)

  function clear() {
    onChange('')
    chooseButton.current?.focus() // the pressed button was removed
  }

  const fieldTexts = { label: texts.avatar, hint: texts.avatarHint, error }

  return (
    <div className={css.avatarField}>
      {id ? <ChosenAvatar id={id} name={name} /> : <Avatar name={name || '?'} size={64} className="above-2" />}
      <div className="stack gap-2">
        {id ? (
          <Field {...fieldTexts}>
            {({ 'aria-invalid': _, ...control }) => (
              <output {...control} className="row touch strong breaks">
                <ChosenName id={id} />
              </output>
            )}
          </Field>
        ) : (
          <TextField
            {...fieldTexts}
            name="avatar"
            type="url"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
        <div className="wrap gap-2">
          <Button ref={chooseButton} size="s" icon="image" name={id && 'avatar'} onClick={() => open(null)}>
            {id ? texts.chooseAnother : texts.chooseImage}
          </Button>
          {value !== '' && (
            <Button size="s" variant="quiet" onClick={clear}>
              {texts.clearAvatar}
            </Button>
          )}
        </div>
      </div>
      {picker && (
        <ImagePicker
          key={picker.key}
          open={picker.isOpen}
          onClose={() => close(true)}
          onPick={(image) => {
            onChange(avatarOfFile(image.id))
            close(true)
          }}
        />
      )}
    </div>
  )
}

const ChosenAvatar = ({ id, name }: { id: string; name: string }) => (
  <Avatar name={name || '?'} picture={useFile(id).data?.thumb_url} size={64} className="above-2" />
)

function ChosenName({ id }: { id: string }) {
  const { data, isError } = useFile(id)
  return isError ? texts.imageGone : <bdi>{data?.original_name ?? texts.archiveImage}</bdi>
}
