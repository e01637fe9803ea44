import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Access } from '../../contract/endpoint.ts'
import { useSession } from '../api/session.ts'
import { Page } from '../ui/page/page.tsx'
import { type PageFrame, PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { texts } from './texts.ts'

interface Props {
  access: Access
  /** Shown to visitors instead of redirecting to /home. */
  visitor?: ReactNode
  /** Frame of the loading page. */
  frame?: PageFrame | undefined
  children: ReactNode
}

/** Shows a page to permitted people (SPEC §2, "Route table and guards"). The server guards its data. */
export function Guard({ access, visitor = <Navigate to="/home" replace />, frame, children }: Props) {
  const session = useSession()
  if (access === 'public') return children
  if (session.phase === 'starting') return <PageSkeleton label={texts.loadingAuthentication} frame={frame} />
  if (session.phase === 'loading') return <PageSkeleton label={texts.loading} frame={frame} />
  if (session.phase === 'visitor') return visitor
  if (access === 'admin' && session.user.role !== 'admin')
    return (
      <Page title={texts.admin} width="reading">
        <p role="alert">{texts.adminRequired}</p>
      </Page>
    )
  return children
}
