import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Access } from '../../contract/endpoint.ts'
import { useSession } from '../api/session.ts'
import { Page } from '../ui/page/page.tsx'
import { type PageFrame, PageSkeleton } from '../ui/page/skeleton.tsx'
import { texts } from './texts.ts'

/** History state of /home: the page that the visitor has opened. */
export interface WantedPage {
  wanted: string
}

interface Props {
  access: Access
  /** Shown to visitors instead of redirecting to /home. */
  visitor?: ReactNode
  /** Frame of the loading page. */
  frame?: PageFrame | undefined
  children: ReactNode
}

/** Sends a visitor to /home. Signing in there leads to the page that was opened; nothing is wanted after signing out on it. */
function ToHome({ wasOpened }: { wasOpened: boolean }) {
  const { pathname, search } = useLocation()
  const state: WantedPage | null = wasOpened ? { wanted: pathname + search } : null
  return <Navigate to="/home" replace state={state} />
}

/** Shows a page to permitted people (SPEC §2, "Route table and guards"). The server guards its data. */
export function Guard({ access, visitor, frame, children }: Props) {
  const session = useSession()
  const [wasOpened] = useState(session.phase !== 'visitor')
  if (access === 'public') return children
  if (session.phase === 'starting') return <PageSkeleton label={texts.loadingAuthentication} frame={frame} />
  if (session.phase === 'loading') return <PageSkeleton label={texts.loading} frame={frame} />
  if (session.phase === 'visitor') return visitor ?? <ToHome wasOpened={wasOpened} />
  if (access === 'admin' && session.user.role !== 'admin')
    return (
      <Page title={texts.admin} width="reading">
        <p role="alert">{texts.adminRequired}</p>
      </Page>
    )
  return children
}
