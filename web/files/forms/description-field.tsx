import { limits } from '../../../contract/limits.ts'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { texts } from '../texts.ts'

interface Props {
  value: string
  hint?: string | undefined
  error?: string | undefined
  onChange: (description: string) => void
}

export function DescriptionField({ value, hint, error, onChange }: Props) {
  return (
    <TextArea
      label={texts.description}
      rows={2}
      grow
      maxLength={limits.fileDescription}
      value={value}
      hint={hint}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
