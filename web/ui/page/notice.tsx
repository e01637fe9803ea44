import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import css from './notice.module.css'

interface Props {
  icon: IconName
  title: string
  children: ReactNode
  /** Stands beside the text, below it on phones. */
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A state that somebody should know of, and perhaps do something about. */
export function Notice({ icon, title, children, action, ref }: Props) {
  return (
    <div ref={ref} role="status" className={css.notice}>
      <Icon name={icon} className={css.icon} />
      <div className={css.text}>
        <p className={css.title}>{title}</p>
        {children}
      </div>
      {action}
    </div>
  )
}
