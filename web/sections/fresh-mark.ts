import { useLocation } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import type { SectionName } from '../../contract/sections.ts'
import { useFollow, useVisits } from './api.ts'
import { texts } from './texts.ts'

/** What is new in a section, for its entry of the navigation. On its own page the list says it. */
function useFreshMark(section: SectionName) {
  const isThere = useLocation().pathname === pages[section].path
  useFollow(section)
  const fresh = useVisits().data?.[section].fresh ?? 0
  if (fresh === 0 || isThere) return undefined
  const short = fresh >= limits.unreadCounted ? `${limits.unreadCounted - 1}+` : `${fresh}`
  return { short, said: `, ${texts.fresh(fresh)}` }
}

export const useBlogMark = () => useFreshMark('blog')
export const useNewsMark = () => useFreshMark('news')
export const useFilesMark = () => useFreshMark('files')
