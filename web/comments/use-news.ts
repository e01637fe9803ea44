import { useEffect, useRef, useState } from 'react'
import { useMember } from '../api/session.ts'
import { useForgetCounts } from './api.ts'
import { type Loaded, newOf, totalOf } from './loaded.ts'

/** How many comments others wrote since the page is open. `isOwn`: what is new just now is one's own. */
export function useNews(loaded: Loaded | undefined, isOwn: boolean) {
  const me = useMember()?.id
  const before = useRef(loaded)
  const [news, setNews] = useState(0)
  const forgetCounts = useForgetCounts()

  useEffect(() => {
    const last = before.current
    before.current = loaded
    if (!last || !loaded || last === loaded) return
    if (totalOf(last) !== totalOf(loaded)) forgetCounts()
    if (!isOwn) setNews((news) => news + newOf(last, loaded, me))
  }, [loaded, isOwn, me, forgetCounts])
  return news
}
