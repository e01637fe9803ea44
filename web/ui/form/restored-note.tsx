import type { ReactNode } from 'react'
import css from '../controls/field.module.css'

/** Above a form whose values are an unsent draft of an earlier visit. */
export const RestoredNote = ({ children }: { children: ReactNode }) => (
  <p role="status" className={css.note}>
    {children}
  </p>
)
