import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
}

function look({ variant = 'secondary', size = 'm' }: Look, className?: string) {
  return cx(css.button, css[variant], size === 's' && css.small, className)
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean }

/** While busy it keeps the focus and swallows clicks; `disabled` would drop the focus on the floor. */
export function Button({ variant, size, icon, busy, className, children, onClick, ...props }: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...props}
      className={look({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled'] || undefined}
      onClick={click}
    >
      {busy ? <span className={css.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type LinkButtonProps = Look & ComponentProps<typeof Link>

export function LinkButton({ variant, size, icon, className, children, ...props }: LinkButtonProps) {
  return (
    <Link {...props} className={look({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children as ReactNode}
    </Link>
  )
}

type AnchorButtonProps = Look & ComponentProps<'a'>

/** The same for what lies outside of the pages: downloads, other sites, another tab. */
export function AnchorButton({ variant, size, icon, className, children, ...props }: AnchorButtonProps) {
  return (
    <a {...props} className={look({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: IconName; danger?: boolean }

/** A square button that shows an icon only; `label` is its name and its tooltip. */
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
