import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useSearchParamState } from '../hooks/use-search-param-state.ts'
import { wordsIn } from './words.ts'

const parameter = 'resaltar'

/** Words to mark, from the address (`?resaltar=papiro+lector`); `key` changes with each navigation. */
export function useMarkedWords() {
  const { key } = useLocation()
  const { search, change } = useSearchParamState()
  const given = search.get(parameter)
  const words = useMemo(() => wordsIn(given), [given])
  return { words, key, clear: () => change({ [parameter]: undefined }) }
}

export type MarkedWords = ReturnType<typeof useMarkedWords>
