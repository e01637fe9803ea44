import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { texts } from '../texts.ts'
import css from './dialog.module.css'

export type DialogProps = {
  title: ReactNode
  /** In place of the title, which is read only; such a dialog begins at the top, so that it grows downwards only. */
  lead?: ReactNode
  open: boolean
  onClose: () => void
  /** Called after the closing transition. */
  onClosed?: () => void
  children: ReactNode
  /** A line below the title, read with it. */
  description?: ReactNode
  /** Actions that stay visible while the content scrolls. */
  footer?: ReactNode
  width?: 's' | 'm' | 'l'
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  /** Receives the focus after closing; by default the element that had it before. */
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  /** A click outside doesn't close it: for forms. */
  steady?: boolean
}

const widthClasses = { s: 'small', m: 'medium', l: 'large' } as const

const fields = 'input:not([type=hidden], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)'

/** A modal window; on phones a panel at the bottom. Load it lazily: it imports Base UI. */
export function Dialog(props: DialogProps) {
  const { title, lead, open, onClose, onClosed, children, description, footer, width = 'm' } = props
  const { initialFocus, finalFocus, steady } = props
  const body = useRef<HTMLDivElement>(null)
  // The first field instead of the close button, but not for touch: the keyboard would cover the panel.
  const firstField: typeof initialFocus = (by) =>
    by === 'touch' || (body.current?.querySelector<HTMLElement>(fields) ?? true)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
      disablePointerDismissal={steady}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={cx(css.viewport, lead !== undefined && css.atTop)}>
          <Base.Popup
            className={cx(css.panel, css[widthClasses[width]])}
            initialFocus={initialFocus ?? firstField}
            finalFocus={finalFocus}
          >
            <div className={css.head}>
              {lead}
              <Base.Title className={lead ? 'visually-hidden' : css.title}>{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label={texts.close} className={css.close} />} />
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
