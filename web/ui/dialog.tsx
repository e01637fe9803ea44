import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import css from './dialog.module.css'

type DialogProps = {
  title: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
  /** One line under the title, read with it. */
  description?: ReactNode
  /** Actions that stay in sight while the content scrolls. */
  footer?: ReactNode
  width?: 's' | 'm' | 'l'
  closeLabel?: string
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  /** A click beside it leaves it open: for forms in which something was typed. */
  steady?: boolean
}

const fields = 'input:not([type=hidden], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)'

/** A modal window; on phones a sheet from below. Load it lazily: it brings Base UI along. */
export function Dialog({
  title,
  open,
  onOpenChange,
  children,
  description,
  footer,
  width = 'm',
  closeLabel = 'Cerrar',
  initialFocus,
  steady,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  // The first field rather than 'Cerrar', but for fingers, whose keyboard would cover the sheet at once.
  const firstField: typeof initialFocus = (by) =>
    by === 'touch' || (body.current?.querySelector<HTMLElement>(fields) ?? true)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={steady}>
      <Base.Portal>
        <Base.Backdrop className={css.veil} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup className={cx(css.sheet, css[width])} initialFocus={initialFocus ?? firstField}>
            <div className={css.head}>
              <Base.Title className={css.title}>{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label={closeLabel} className={css.close} />} />
              {description && <Base.Description className={css.description}>{description}</Base.Description>}
            </div>
            <div ref={body} className={css.body}>
              {children}
            </div>
            {footer && <div className={css.foot}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
