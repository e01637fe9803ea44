import { useSearchParams } from 'react-router'

/** Search parameters of the address as state. `change` merges parameters; empty values are removed. */
export function useSearchParamState() {
  const [search, setSearch] = useSearchParams()

  function change(changes: Record<string, string | undefined>) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { search, change }
}
