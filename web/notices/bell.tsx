import { Link, useLocation } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { formatCount } from '../ui/format/count.ts'
import { Icon } from '../ui/icons.tsx'
import { useNoticeUpdates, useUnreadNotices } from './api.ts'
import css from './bell.module.css'

/** Apart from those of the page: the bell is on every page. */
const bellTexts = {
  notices: 'Avisos',
  withUnread: (count: string) => `Avisos, ${count} sin leer`,
} as const

/** The way to the notices, with the count of those that weren't read. */
export function Bell() {
  useNoticeUpdates()
  const unread = useUnreadNotices() ?? 0
  const isHere = useLocation().pathname === pages.notices.path
  const count = formatCount(unread)
  const label = unread === 0 ? bellTexts.notices : bellTexts.withUnread(count)
  return (
    <Link
      to={pages.notices.path}
      className={css.bell}
      aria-label={label}
      title={label}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name="bell" size={22} />
      {unread > 0 && <span className={css.count} data-short={count} aria-hidden="true" />}
    </Link>
  )
}
