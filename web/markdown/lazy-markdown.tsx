import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import type { MarkdownProps } from './markdown.tsx'
import { PlainOnError } from './plain-on-error.tsx'
import { texts } from './texts.ts'

const Markdown = lazy(() => import('./markdown.tsx'))

/**
 * `Markdown`, loaded when it is first needed. A text that can't be rendered is read as it was typed: never a broken
 * page.
 */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <PlainOnError text={props.text}>
      <Suspense fallback={<Skeleton label={texts.loading} shape="lines" count={4} />}>
        <Markdown {...props} />
      </Suspense>
    </PlainOnError>
  )
}
