import { useId } from 'react'
import { Link } from 'react-router'
import { createStore } from '../api/store.ts'
import { useStore } from '../api/use-store.ts'
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
      <span className={css.label}>{label}</span>
      {/* drawn by CSS: the link's accessible name has the count in words */}
      {badge && <span className={css.badge} data-short={badge.short} aria-hidden="true" />}
    </>
  )
  if (isPending)
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the entry becomes a link, or a disabled one, in a moment
      <span role="link" aria-disabled="true" className={cx(css.item, css[variant])}>
        {content}
      </span>
    )
  if (disabledHint) {
    return (
      <>
        {/* biome-ignore lint/a11y/useSemanticElements: a link without address can't get the focus */}
        <span
          role="link"
          aria-disabled="true"
          tabIndex={0}
          title={disabledHint}
          aria-describedby={hint}
          className={cx(css.item, css[variant])}
        >
          {content}
        </span>
        <span className={css.hint} id={hint} aria-hidden="true">
          {disabledHint}
        </span>
      </>
    )
  }
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
