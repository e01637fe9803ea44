import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { PlainOnError } from './budget/plain-on-error.tsx'
import type { MarkdownProps } from './markdown.tsx'
import { texts } from './texts.ts'

const Markdown = lazy(() => import('./markdown.tsx'))

/** `Markdown`, loaded when first needed. A text that can't be rendered is shown as typed. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <PlainOnError text={props.text}>
      <Suspense fallback={<Skeleton label={texts.loading} shape="lines" count={4} />}>
        <Markdown {...props} />
      </Suspense>
    </PlainOnError>
  )
}
