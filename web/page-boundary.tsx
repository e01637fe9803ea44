import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pages } from '../contract/pages.ts'
import { LinkButton } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Page } from './ui/page.tsx'

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

/** Keeps a failing page from taking the shell along; another address is another try. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={useLocation().pathname}>{children}</Boundary>
}
