import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './signs.module.css'

type BadgeProps = {
  tone?: 'draft' | 'admin' | 'neutral' | 'good' | 'danger' | 'accent'
  children: ReactNode
  className?: string
}

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return <span className={cx(css.badge, css[tone], className)}>{children}</span>
}
