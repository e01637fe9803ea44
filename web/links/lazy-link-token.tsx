import { type ComponentType, lazy, Suspense } from 'react'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { texts } from './texts.ts'

const LinkToken = lazy<ComponentType<LinkTokenProps>>(() =>
  import('./link-token.tsx').catch(() => ({ default: ({ label, children }: LinkTokenProps) => children ?? label })),
)

/** Loaded with the first text that has a token. */
export function LazyLinkToken(props: LinkTokenProps) {
  return (
    <Suspense fallback={texts.loading(props.label)}>
      <LinkToken {...props} />
    </Suspense>
  )
}
