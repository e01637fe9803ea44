import type { ReactNode } from 'react'
import { SelectField } from '../ui/controls/select-field.tsx'
import { useCategories } from './api.ts'

interface Props {
  label: string
  /** Text of the choice without a value. */
  emptyLabel: string
  value: string | null
  /** A category that may be kept although it is inactive. */
  kept?: { id: string; name: string } | undefined
  disabled?: boolean
  error?: string | undefined
  onChange: (id: string | null) => void
  /** Further options, after the categories. */
  children?: ReactNode
}

/** A choice of the active categories. */
export function CategorySelect({ label, emptyLabel, value, kept, disabled, error, onChange, children }: Props) {
  const categories = useCategories().data ?? []
  const isInactive = kept && !categories.some(({ id }) => id === kept.id)
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      disabled={disabled}
      error={error}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{emptyLabel}</option>
      {[...(isInactive ? [kept] : []), ...categories].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {children}
    </SelectField>
  )
}
