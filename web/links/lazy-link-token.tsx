import { lazy, Suspense } from 'react'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { texts } from './texts.ts'

const LinkToken = lazy(() => import('./link-token.tsx'))

/** Loaded with the first text that has a token. */
export function LazyLinkToken(props: LinkTokenProps) {
  return (
    <Suspense fallback={texts.loading(props.label)}>
      <LinkToken {...props} />
    </Suspense>
  )
}
