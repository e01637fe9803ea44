import { useEffect, useLayoutEffect } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { readEntry, storeEntry } from '../api/local-entries.ts'
import { useMember } from '../api/session.ts'
import type { WantedPage } from '../auth/guard.tsx'

/** Part of the address at which the installed app starts (web/public/manifest.webmanifest). */
const startParameter = 'inicio'

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** In the local storage of an installed app; signing out removes it (web/api/session.ts). */
const lastPageKey = (userId: string) => `last-page ${userId}`

/** The document reader is no page to start on: it has no navigation. */
const isRemembered = (pathname: string) =>
  Object.values(pages).some(
    ({ path, access }) => (path === pages.home.path || access !== 'public') && matchPath(path, pathname),
  ) && !matchPath(pages.viewFile.path, pathname)

/** Opens, after a sign-in, the page that was opened before it; in the installed app the page that was open last. */
export function useStartPage() {
  const userId = useMember()?.id
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHome = pathname === pages.home.path
  const wanted = (isHome && (state as Partial<WantedPage> | null)?.wanted) || undefined
  const isStart = isHome && new URLSearchParams(search).has(startParameter)

  // before the home page is painted
  useLayoutEffect(() => {
    if (userId === undefined || !(wanted || isStart)) return
    void navigate(wanted ?? readEntry(lastPageKey(userId)) ?? pages.home.path, { replace: true })
  }, [userId, wanted, isStart, navigate])

  useEffect(() => {
    const isLeftOpen = userId !== undefined && !wanted && !isStart && isRemembered(pathname)
    if (isLeftOpen && isInstalled()) storeEntry(lastPageKey(userId), pathname + search)
  }, [userId, wanted, isStart, pathname, search])
}
