import { Component, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import css from '../markdown.module.css'
import { PlainText } from '../plain-text.tsx'

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
