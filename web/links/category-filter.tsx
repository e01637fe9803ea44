import { useCategories } from '../categories/api.ts'
import { SelectField } from '../ui/select-field.tsx'
import { texts } from './texts.ts'

interface Props {
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** All, one of the active categories, or none of them. */
export function CategoryFilter({ value, onChange }: Props) {
  const categories = useCategories().data ?? []
  return (
    <SelectField
      label={texts.category}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{texts.allCategories}</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="none">{texts.noCategory}</option>
    </SelectField>
  )
}
