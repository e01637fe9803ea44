import type { ReactNode } from 'react'
import css from './side-note.module.css'

/** Information during writing, announced when it appears: invisible while empty. */
export const SideNote = ({ children }: { children?: ReactNode }) => (
  <div role="status" className={css.note}>
    {children}
  </div>
)
