import { useId } from 'react'
import { Link } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import css from './admin-sections.module.css'
import { texts } from './texts.ts'

const sections: { to: string; icon: IconName; label: string; hint: string }[] = [
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
]

/** The ways to the other rooms of the administration. */
export function AdminSections() {
  const id = useId()
  return (
    <nav aria-label={texts.sections} data-print="no">
      <ul className={css.sections}>
        {sections.map(({ to, icon, label, hint }) => (
          <li key={to} className={css.section}>
            <Icon name={icon} size={24} className={css.icon} />
            <Link to={to} className={css.link} aria-describedby={`${id}${to}`}>
              {label}
            </Link>
            <p id={`${id}${to}`} className={css.hint}>
              {hint}
            </p>
          </li>
        ))}
      </ul>
    </nav>
  )
}
