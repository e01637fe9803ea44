import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pages } from '../contract/pages.ts'
import { LinkButton } from './ui/controls/button.tsx'
import { EmptyState } from './ui/page/empty-state.tsx'
import { Page } from './ui/page/page.tsx'

/** An unknown address, or a page that failed (SPEC §2). */
export function UnexpectedError() {
  return (
    <Page title="Unexpected Application Error!" width="reading">
      <EmptyState
        drawing="sea"
        action={
          <LinkButton variant="primary" to={pages.home.path} reloadDocument>
            Volver al inicio
          </LinkButton>
        }
      >
        Esta página no existe o no se ha podido mostrar.
      </EmptyState>
    </Page>
  )
}

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    return this.state.hasFailed ? <UnexpectedError /> : this.props.children
  }
}

/** Error boundary that keeps the shell; another address is another attempt. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={useLocation().pathname}>{children}</Boundary>
}
