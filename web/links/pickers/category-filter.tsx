import { CategorySelect } from '../../categories/category-select.tsx'
import { texts } from '../texts.ts'

interface Props {
  value: string | undefined
  onChange: (category: string | undefined) => void
}

export const CategoryFilter = ({ value, onChange }: Props) => (
  <CategorySelect
    label={texts.category}
    emptyLabel={texts.allCategories}
    value={value ?? null}
    onChange={(id) => onChange(id ?? undefined)}
  >
    <option value="none">{texts.noCategory}</option>
  </CategorySelect>
)
