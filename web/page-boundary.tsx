import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pages } from '../contract/pages.ts'
import { Button, LinkButton } from './ui/controls/button.tsx'
import { EmptyState } from './ui/page/empty-state.tsx'
import { Page } from './ui/page/page.tsx'

interface UnexpectedErrorProps {
  /** Loading the page once more may show it. */
  canRetry?: boolean
}

/** An unknown address, or a page that failed (SPEC §2). */
export function UnexpectedError({ canRetry }: UnexpectedErrorProps) {
  return (
    <Page title="Unexpected Application Error!" width="reading">
      <EmptyState
        drawing="sea"
        hasHelp={false}
        action={
          <>
            {canRetry && (
              <Button variant="primary" onClick={() => location.reload()}>
                Intentar de nuevo
              </Button>
            )}
            <LinkButton variant={canRetry ? 'quiet' : 'primary'} to={pages.home.path} reloadDocument>
              Volver al inicio
            </LinkButton>
          </>
        }
      >
        Esta página no existe o no se ha podido mostrar.
      </EmptyState>
    </Page>
  )
}

/** Shows the error in the place of what failed: a page, or the whole app, of which nothing would be left. */
export class AppBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    return this.state.hasFailed ? <UnexpectedError canRetry /> : this.props.children
  }
}

/** Error boundary that keeps the shell; another address is another attempt. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <AppBoundary key={useLocation().pathname}>{children}</AppBoundary>
}
