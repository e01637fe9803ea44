import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { parameters } from '../../../contract/content/places.ts'
import { useSearchParamState } from '../hooks/use-search-param-state.ts'
import { wordsIn } from './words.ts'

/** Words to mark, from the address (`?resaltar=papiro+lector`); `key` changes with each navigation. */
export function useMarkedWords() {
  const { key } = useLocation()
  const { search, change } = useSearchParamState()
  const given = search.get(parameters.words)
  const words = useMemo(() => wordsIn(given), [given])
  return { words, key, clear: () => change({ [parameters.words]: undefined }) }
}

export type MarkedWords = ReturnType<typeof useMarkedWords>
