import { useState } from 'react'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'

const debounceMs = 250

/** Filters of a picker; `filter.q` follows the search text after a pause in typing. */
export function usePickerSearch() {
  const [text, setText] = useState('')
  const [category_id, setCategory] = useState<string>()
  const q = useDebouncedValue(text, debounceMs)
  return { text, setText, setCategory, filter: { q, category_id }, isPending: q !== text }
}

export type PickerSearch = ReturnType<typeof usePickerSearch>
