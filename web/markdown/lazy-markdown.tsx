import { loadable } from '../ui/loadable.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { PlainOnError } from './budget/plain-on-error.tsx'
import type { MarkdownProps } from './markdown.tsx'
import { texts } from './texts.ts'

const Markdown = loadable(() => import('./markdown.tsx'))

export const preloadMarkdown = Markdown.preload

/** `Markdown`, loaded when first needed. A text that can't be rendered is shown as typed. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <PlainOnError text={props.text}>
      <Markdown {...props} fallback={<Skeleton label={texts.loading} shape="lines" count={12} />} />
    </PlainOnError>
  )
}
