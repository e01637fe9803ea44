import { useId } from 'react'
import { Link } from 'react-router'
import { createStore, useStore } from '../api/store.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import type { NavBadge, NavEntry } from './nav-entry.ts'
import css from './nav-item.module.css'

const noBadge = createStore<NavBadge | undefined>(undefined)

type NavItemProps = { entry: NavEntry; active: boolean; variant: 'bar' | 'row' | 'iconOnly'; onFollow?: () => void }

/** One entry of the navigation. A disabled entry stays in the tab order, so that its reason is accessible. */
export function NavItem({ entry, active, variant, onFollow }: NavItemProps) {
  const hint = useId()
  const { to, label, icon, disabledHint, isPending, badge: badgeStore = noBadge } = entry
  const badge = useStore(badgeStore)
  const content = (
    <>
      <Icon name={icon} className={css.icon} />
      <span className={variant === 'iconOnly' ? 'visually-hidden' : undefined}>{label}</span>
      {/* drawn by CSS: the link's accessible name has the count in words */}
      {badge && <span className={css.badge} data-short={badge.short} aria-hidden="true" />}
    </>
  )
  // a pending entry becomes a link, or a disabled one, in a moment
  const reason = isPending ? undefined : disabledHint
  if (isPending || reason)
    return (
      <>
        {/* biome-ignore lint/a11y/useSemanticElements: a link without address can't get the focus */}
        <span
          role="link"
          aria-disabled="true"
          tabIndex={reason ? 0 : undefined}
          title={reason}
          aria-describedby={reason && hint}
          className={cx(css.item, css[variant])}
        >
          {content}
        </span>
        {reason && (
          <span className={css.hint} id={hint} aria-hidden="true">
            {reason}
          </span>
        )}
      </>
    )
  return (
    <Link
      to={to}
      className={cx(css.item, css[variant])}
      aria-label={badge && label + badge.label}
      aria-current={active ? 'page' : undefined}
      title={variant === 'iconOnly' ? label : undefined}
      onClick={onFollow}
    >
      {content}
    </Link>
  )
}
