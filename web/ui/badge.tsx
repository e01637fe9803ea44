import type { ReactNode } from 'react'
import css from './signs.module.css'
import { cx } from './cx.ts'

type BadgeProps = {
  tone?: 'draft' | 'admin' | 'neutral' | 'good' | 'danger' | 'accent'
  children: ReactNode
  className?: string
}

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return <span className={cx(css.badge, css[tone], className)}>{children}</span>
}
