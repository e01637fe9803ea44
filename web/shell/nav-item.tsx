import { useId } from 'react'
import { Link } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import type { NavEntry } from './nav-entry.ts'
import css from './nav-item.module.css'

const useNoMark = () => undefined

type NavItemProps = { entry: NavEntry; active: boolean; face: 'bar' | 'row' | 'lone'; onFollow?: () => void }

/** One entry of the navigation. A disabled one keeps its place in the tab order, so that everybody learns why. */
export function NavItem({ entry, active, face, onFollow }: NavItemProps) {
  const hint = useId()
  const { to, label, icon, disabledHint, useMark = useNoMark } = entry
  const mark = useMark()
  const content = (
    <>
      <Icon name={icon} className={css.icon} />
      <span className={css.label}>{label}</span>
      {/* drawn, not written: the words on the link are part of its name, which says it in full */}
      {mark && <span className={css.mark} data-short={mark.short} aria-hidden="true" />}
    </>
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
          className={cx(css.item, css[face])}
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
      className={cx(css.item, css[face])}
      aria-label={mark && label + mark.said}
      aria-current={active ? 'page' : undefined}
      title={face === 'lone' ? label : undefined}
      onClick={onFollow}
    >
      {content}
    </Link>
  )
}
