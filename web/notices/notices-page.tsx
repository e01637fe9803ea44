import { Link } from 'react-router'
import type { Notice, NoticeKind } from '../../contract/notices/notices.ts'
import { pages } from '../../contract/pages.ts'
import { itemsOf, usePagedQuery } from '../api/paged.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { formatFullDate, formatNearDay, formatTime } from '../ui/format/dates.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { pageHeading } from '../ui/page/focus.ts'
import { Page } from '../ui/page/page.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { noticesQuery, useReadNotices } from './api.ts'
import { BroadcastDialog } from './broadcast-dialog.tsx'
import css from './notices.module.css'
import { texts } from './texts.ts'

export default function NoticesPage() {
  const query = usePagedQuery(noticesQuery)
  const items = query.data ? itemsOf(query.data) : []
  const isUnread = items.some(({ is_read }) => !is_read) || (query.data?.pages[0]?.unread ?? 0) > 0
  return (
    <Page
      title={texts.title}
      width="reading"
      intro={texts.intro}
      actions={
        <>
          {isUnread && items[0] && <MarkAll newest={items[0]} />}
          <LinkButton to={`${pages.account.path}#avisos`} variant="quiet" icon="bell">
            {texts.settings}
          </LinkButton>
        </>
      }
    >
      {!query.data && <QueryState query={query} texts={texts} shape="rows" count={6} />}
      {query.data && items.length === 0 && <EmptyState drawing="sea">{texts.none}</EmptyState>}
      <Days items={items} />
      <MoreItems query={query} texts={texts} className="above-5" />
      <BroadcastDialog />
    </Page>
  )
}

/** Removed by its own press: the focus goes to the heading. */
function MarkAll({ newest }: { newest: Notice }) {
  const read = useReadNotices()
  function markAll() {
    pageHeading()?.focus({ preventScroll: true })
    read.mutate({ all_until: newest.id }, { onError: () => toast.error(texts.markFailed) })
  }
  return (
    <Button icon="check" busy={read.isPending} onClick={markAll}>
      {texts.markAll}
    </Button>
  )
}

const day = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', year: 'numeric' })

function formatDay(date: Date) {
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const text = formatNearDay(date) ?? (isThisYear ? day : dayOfYear).format(date)
  return text[0]?.toLocaleUpperCase('es') + text.slice(1)
}

function Days({ items }: { items: Notice[] }) {
  return [...Map.groupBy(items, ({ at }) => formatDay(new Date(at)))].map(([title, ofDay]) => (
    <section key={title} className={css.day} aria-label={title}>
      <h2 className={css.dayTitle}>{title}</h2>
      <ul className={`stack gap-1 plain-list ${css.list}`}>
        {ofDay.map((notice) => (
          <NoticeItem key={`${notice.kind} ${notice.subject.id}`} notice={notice} />
        ))}
      </ul>
    </section>
  ))
}

const icons: Record<NoticeKind, IconName> = {
  mention: 'account',
  comment: 'comment',
  answer: 'reply',
  reaction: 'react',
  broadcast: 'bell',
  invitation: 'users',
}

/** The whole line is the way to the thing, which it marks as read. */
function NoticeItem({ notice }: { notice: Notice }) {
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
        <Link
          to={path}
          className={`covers muted breaks undecorated ${css.link}`}
          onClick={() => !is_read && mutate({ ids: [notice.id] })}
        >
          {!is_read && <span className="visually-hidden">{texts.unread}: </span>}
          <bdi className="strong ink">{actor_name}</bdi>
          {texts.happened(notice)}
          {title !== null && <span className="ink"> «{title}»</span>}
        </Link>
        {excerpt && <p className="muted small one-line">{excerpt}</p>}
      </div>
      <time dateTime={at} title={formatFullDate(date)} className={css.time}>
        {formatTime(date)}
      </time>
    </li>
  )
}
