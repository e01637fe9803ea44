import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Access } from '../../contract/endpoint.ts'
import { useSession } from '../api/session.ts'
import { Page } from '../ui/page.tsx'
import { texts } from './texts.ts'
import { Waiting, type WaitingWidth } from './waiting.tsx'

interface Props {
  access: Access
  /** What a visitor sees instead of being sent to /home. */
  visitor?: ReactNode
  /** How wide the page is going to be. */
  width?: WaitingWidth | undefined
  children: ReactNode
}

/** Lets through who may open a page (SPEC §2, "Route table and guards"). The server guards what is on it. */
export function Guard({ access, visitor = <Navigate to="/home" replace />, width, children }: Props) {
  const session = useSession()
  if (access === 'public') return children
  if (session.phase === 'starting') return <Waiting label={texts.loadingAuthentication} width={width} />
  if (session.phase === 'loading') return <Waiting label={texts.loading} width={width} />
  if (session.phase === 'visitor') return visitor
  if (access === 'admin' && session.user.role !== 'admin')
    return (
      <Page title={texts.admin} width="reading">
        <p role="alert">{texts.adminRequired}</p>
      </Page>
    )
  return children
}
