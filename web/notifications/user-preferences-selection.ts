import { useCallback, useMemo, useState } from 'react'
import type { UserPreferences } from '../../contract/notifications.ts'

export interface Selection {
  selected: ReadonlySet<string>
  select: (ids: string[], isSelected: boolean) => void
}

/** Who is chosen for what is done to many at once; whoever is gone meanwhile isn't any more. */
export function useSelection(users: UserPreferences[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => new Set(users?.flatMap(({ id }) => (chosen.has(id) ? [id] : []))), [users, chosen])
  const select = useCallback((ids: string[], isSelected: boolean) => {
    setChosen((before) => {
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
