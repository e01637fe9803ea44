import type { ReactNode } from 'react'
import css from './lists.module.css'

interface Props {
  id?: string
  size?: 'l' | 'xl'
  /** The link to the item. */
  children: ReactNode
}

/** The title of an item in a list; its link is coloured only under the pointer. */
export const CardTitle = ({ id, size = 'xl', children }: Props) => (
  <h2 id={id} className={css.title} data-size={size}>
    {children}
  </h2>
)
