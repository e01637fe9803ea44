import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './lists.module.css'

interface Props {
  /** A span or div for phrasing content or block content around it. */
  as?: 'p' | 'span' | 'div'
  /** Separates the facts by dots instead of a gap. */
  dots?: boolean
  className?: string | undefined
  children: ReactNode
}

/** One line of small facts about an item, such as author and date. */
export const Facts = ({ as: Element = 'p', dots, className, children }: Props) => (
  <Element className={cx(css.facts, dots ? css.dots : css.gaps, className)}>{children}</Element>
)
