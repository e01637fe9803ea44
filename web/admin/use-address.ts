import { useSearchParams } from 'react-router'

/**
 * What the address holds of a filter, so that it is found again by whoever comes back; and how to change it, where an
 * empty value is taken out.
 */
export function useAddress() {
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
