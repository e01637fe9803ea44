import { Component, type ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { AsTyped } from './as-typed.tsx'
import css from './markdown.module.css'

type Props = { text: string; children: ReactNode }
type State = { text: string; hasFailed: boolean }

/** Shows the text as it was typed when it can't be rendered, and tries again when the text changes. */
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
        <AsTyped text={this.props.text} />
      </div>
    )
  }
}
