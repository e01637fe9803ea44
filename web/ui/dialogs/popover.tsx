import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { useListener } from '../hooks/use-listener.ts'
import { isComposing } from '../is-composing.ts'
import css from './popover.module.css'

type PopoverProps = {
  button: ReactNode
  /** The button's name and tooltip, if its content has no text. */
  label?: string
  title?: string
  align?: 'start' | 'end'
  className?: string
  buttonClassName?: string
  panelClassName?: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button that opens a panel below it (a disclosure). Not Base UI's: it is part of the first page, where floating-ui
 * would be the largest module.
 */
export function Popover(props: PopoverProps) {
  const { button, label, title, align = 'end', className, buttonClassName, panelClassName, children } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  function close() {
    setOpen(false)
    if (panel.current?.contains(document.activeElement)) trigger.current?.focus()
  }

  function closeFromOutside({ target }: Event) {
    if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
  }
  useListener('pointerdown', closeFromOutside, { isOn: open })
  useListener('focusin', closeFromOutside, { isOn: open })
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    setOpen(false)
    trigger.current?.focus()
  }
  useListener('keydown', onKeyDown, { isOn: open })

  // A panel that would overflow the window is moved back into it; one below the edge of what scrolls is put above its button.
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    function place(element: HTMLElement) {
      element.style.translate = ''
      const { left, right, bottom, height } = element.getBoundingClientRect()
      const above = root.current?.getBoundingClientRect().top ?? 0
      const edges = element.closest('[data-clips]')?.getBoundingClientRect()
      element.toggleAttribute('data-above', edges !== undefined && bottom > edges.bottom && above - height > edges.top)
      const room = document.documentElement.clientWidth - 8
      const shift = left < 8 ? 8 - left : right > room ? room - right : 0
      if (shift) element.style.translate = `${shift}px`
    }
    place(element)
    // its content may come later
    const sizes = new ResizeObserver(() => place(element))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [open])

  return (
    <div className={cx('relative', className)} ref={root}>
      <button
        ref={trigger}
        type="button"
        className={cx(css.trigger, buttonClassName)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div ref={panel} id={id} className={cx(css.panel, css[align], panelClassName)}>
          {title && <h2 className={css.title}>{title}</h2>}
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  )
}
