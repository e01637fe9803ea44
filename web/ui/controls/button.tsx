import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons.tsx'
import css from './button.module.css'

type Appearance = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
}

function buttonClass({ variant = 'secondary', size = 'm' }: Appearance, className?: string) {
  return cx(css.button, css[variant], size === 's' && css.small, className)
}

type ButtonProps = Appearance & ComponentProps<'button'> & { busy?: boolean }

/** Keeps the focus and ignores clicks while busy; `disabled` would lose the focus. */
export function Button({ variant, size, icon, busy, className, children, onClick, ...props }: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...props}
      className={buttonClass({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled'] || undefined}
      onClick={click}
    >
      {busy ? <span className={css.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type LinkButtonProps = Appearance & (ComponentProps<typeof Link> | (ComponentProps<'a'> & { href: string }))

/** Leads to a page of ours by `to`; by `href` to a download, another site or a new tab. */
export function LinkButton({ variant, size, icon, className, children, ...props }: LinkButtonProps) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children as ReactNode}
    </>
  )
  const look = { className: buttonClass({ variant, size }, className), children: content }
  return 'to' in props ? <Link {...props} {...look} /> : <a {...props} {...look} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: IconName; danger?: boolean }

export function IconButton({ label, icon, danger, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...props}
      className={cx(css.icon, danger && css.iconDanger, className)}
    >
      <Icon name={icon} />
    </button>
  )
}
