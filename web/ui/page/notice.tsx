import type { ReactNode, Ref } from 'react'
import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons.tsx'
import { texts } from '../texts.ts'
import css from './notes.module.css'

interface Props {
  icon: IconName
  title: string
  children?: ReactNode
  /** Stands beside the text, below it on phones. */
  action?: ReactNode
  onClose?: () => void
  ref?: Ref<HTMLDivElement>
}

/** A state that somebody should know of, and perhaps do something about. */
export function Notice({ icon, title, children, action, onClose, ref }: Props) {
  return (
    <div ref={ref} role="status" className={cx(css.notice, onClose && css.closable)}>
      <Icon name={icon} className={css.icon} />
      <div className={css.text}>
        <p className="strong">{title}</p>
        {children}
      </div>
      {action}
      {onClose && <IconButton icon="close" label={texts.close} onClick={onClose} />}
    </div>
  )
}

/** Information during writing, announced when it appears: invisible while empty. */
export const SideNote = ({ children }: { children?: ReactNode }) => (
  <div role="status" className={css.side}>
    {children}
  </div>
)
