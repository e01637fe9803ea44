import type { ReactNode } from 'react'
import css from './page.module.css'

/** Information during writing, announced when it appears: invisible while empty. */
export const SideNote = ({ children }: { children?: ReactNode }) => (
  <div role="status" className={css.side}>
    {children}
  </div>
)
