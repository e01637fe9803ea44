import { useCategories } from '../categories/api.ts'
import { SelectField } from '../ui/select-field.tsx'
import { texts } from './texts.ts'

interface Props {
  value: string | null
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** The active categories, or none. */
export function CategorySelect({ value, error, onChange }: Props) {
  const categories = useCategories().data ?? []
  return (
    <SelectField
      label={texts.category}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{texts.noCategoryOption}</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
