import { Link } from 'react-router'
import type { Notice, NoticeKind } from '../../contract/notices/notices.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { formatFullDate, formatTime } from '../ui/format/dates.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { useReadNotices } from './api.ts'
import css from './notices.module.css'
import { texts } from './texts.ts'

const icons: Record<NoticeKind, IconName> = {
  mention: 'account',
  comment: 'comment',
  answer: 'reply',
  reaction: 'react',
  broadcast: 'bell',
  invitation: 'users',
}

/** The whole line is the way to the thing, which it marks as read. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const { mutate } = useReadNotices()
  const { kind, actor_name, title, excerpt, path, is_read, at } = notice
  const date = new Date(at)
  return (
    <li className={cx(css.item, !is_read && css.unread)}>
      <span className={css.sign}>
        <Avatar name={actor_name} size={40} />
        <Icon name={icons[kind]} size={14} className={css.kind} />
      </span>
      <div className={css.text}>
        <Link to={path} className={css.link} onClick={() => !is_read && mutate({ ids: [notice.id] })}>
          {!is_read && <span className="visually-hidden">{texts.unread}: </span>}
          <bdi className={`strong ${css.name}`}>{actor_name}</bdi>
          {texts.happened(notice)}
          {title !== null && <span className={css.title}> «{title}»</span>}
        </Link>
        {excerpt && <p className="muted small one-line">{excerpt}</p>}
      </div>
      <time dateTime={at} title={formatFullDate(date)} className={css.time}>
        {formatTime(date)}
      </time>
    </li>
  )
}
