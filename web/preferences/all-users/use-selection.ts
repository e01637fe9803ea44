import { useCallback, useMemo, useState } from 'react'
import type { UserPreferences } from '../../../contract/preferences.ts'

export interface Selection {
  selected: ReadonlySet<string>
  select: (ids: string[], isSelected: boolean) => void
}

/** The users selected for a bulk change; users who left the list are no longer selected. */
export function useSelection(users: UserPreferences[] | undefined): Selection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(
    () => new Set(users?.flatMap(({ id }) => (selectedIds.has(id) ? [id] : []))),
    [users, selectedIds],
  )
  const select = useCallback((ids: string[], isSelected: boolean) => {
    setSelectedIds((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  return { selected, select }
}
