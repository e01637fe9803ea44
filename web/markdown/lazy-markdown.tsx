import '../theme/prose.css'
import { Component, type ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { loadable } from '../ui/loadable.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import css from './markdown.module.css'
import type { MarkdownProps } from './markdown.tsx'
import { PlainText } from './plain-text.tsx'
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

type Props = { text: string; children: ReactNode }
type State = { text: string; hasFailed: boolean }

/** Error boundary: shows the text as typed, and retries when it changes. */
export class PlainOnError extends Component<Props, State> {
  override state: State = { text: this.props.text, hasFailed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ text }: Props, state: State): State | null {
    return text === state.text ? null : { text, hasFailed: false }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className={cx('prose', css.text)}>
        <PlainText text={this.props.text} />
      </div>
    )
  }
}
