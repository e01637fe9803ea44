import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The buttons below a form, the sending one last. */
export const FormButtons = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={cx('wrap end gap-2', className)}>{children}</div>
)
