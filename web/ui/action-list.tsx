import type { ReactNode, Ref } from 'react'
import css from './lists/lists.module.css'

interface ListProps {
  /** Id of the heading. */
  labelledBy: string
  ref?: Ref<HTMLUListElement>
  children: ReactNode
}

/** A short list of things that belong to somebody, each with what can be done with it. */
export function ActionList({ labelledBy, ref, children }: ListProps) {
  return (
    <ul ref={ref} className="card plain-list divided" aria-labelledby={labelledBy}>
      {children}
    </ul>
  )
}

interface ItemProps {
  name: ReactNode
  /** For the `aria-describedby` of the actions. */
  nameId: string
  badge?: ReactNode
  about?: ReactNode
  /** Buttons of size `s`. */
  actions?: ReactNode
}

export function ActionItem({ name, nameId, badge, about, actions }: ItemProps) {
  return (
    <li className={css.item} tabIndex={-1}>
      <div className={css.details}>
        <p className="wrap baseline gap-0-2 tight strong">
          <span id={nameId}>{name}</span>
          {badge}
        </p>
        {about && <div className="above-1 muted small airy">{about}</div>}
      </div>
      {actions && <div className="wrap gap-2">{actions}</div>}
    </li>
  )
}
