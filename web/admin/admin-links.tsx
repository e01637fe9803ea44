import { useId } from 'react'
import { Link } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import css from './admin-links.module.css'
import { texts } from './texts.ts'

const links: { to: string; icon: IconName; label: string; hint: string }[] = [
  {
    to: pages.adminCategories.path,
    icon: 'folder',
    label: texts.manageCategories,
    hint: texts.manageCategoriesHint,
  },
  {
    to: pages.adminNotifications.path,
    icon: 'mail',
    label: texts.emailNotifications,
    hint: texts.emailNotificationsHint,
  },
  {
    to: pages.adminUserPreferences.path,
    icon: 'bell',
    label: texts.userPreferences,
    hint: texts.userPreferencesHint,
  },
  { to: pages.adminState.path, icon: 'eye', label: texts.state, hint: texts.stateHint },
]

export function AdminLinks() {
  const id = useId()
  return (
    <nav aria-label={texts.links} data-print="no">
      <ul className={css.links}>
        {links.map(({ to, icon, label, hint }) => (
          <li key={to} className={css.item}>
            <Icon name={icon} size={24} className={css.icon} />
            <Link to={to} className={css.link} aria-describedby={`${id}${to}`}>
              {label}
            </Link>
            <p id={`${id}${to}`} className={`muted small tight ${css.hint}`}>
              {hint}
            </p>
          </li>
        ))}
      </ul>
    </nav>
  )
}
