import { useRef } from 'react'
import { Link } from 'react-router'
import { limits } from '../../../contract/limits.ts'
import { pages } from '../../../contract/pages.ts'
import type { Visit } from '../../../contract/whats-new.ts'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { When } from '../../ui/format/when.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useEndVisit, useVisit } from './api.ts'
import css from './since-last-visit.module.css'
import { texts } from './texts.ts'
import { useBelowWindow } from './use-below-window.ts'

const groups: { name: keyof Visit; icon: IconName; to: string }[] = [
  { name: 'messages', icon: 'chat', to: pages.chat.path },
  { name: 'posts', icon: 'book', to: pages.blog.path },
  { name: 'conversations', icon: 'comment', to: pages.blog.path },
  { name: 'news', icon: 'news', to: pages.news.path },
  { name: 'files', icon: 'archive', to: pages.files.path },
]

/** What others did since a member last looked, below the picture and words of the home page. */
export default function SinceLastVisit() {
  const { data: visit, error, isError, isPending, isFetching, refetch } = useVisit()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBelow, setSection] = useBelowWindow()
  const filled = groups.filter(({ name }) => visit && visit[name].count > 0)
  return (
    <section ref={setSection} className={css.section} aria-labelledby="novedades">
      {visit && filled.length > 0 && isBelow && (
        <WayDown
          count={Math.min(
            limits.maxUnreadCount,
            filled.reduce((sum, { name }) => sum + visit[name].count, 0),
          )}
          onPress={() => {
            heading.current?.scrollIntoView()
            heading.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <SectionHead
        id="novedades"
        title={texts.title}
        headingRef={heading}
        action={visit && filled.length > 0 && <MarkSeen visit={visit} onSeen={() => heading.current?.focus()} />}
        className={css.head}
      />
      {isPending && <Skeleton label={texts.loading} count={2} className={css.groups} />}
      {isError && !visit && (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
      {visit && filled.length === 0 && <EmptyState drawing="sea">{texts.none}</EmptyState>}
      {visit && filled.length > 0 && (
        <div className={css.groups}>
          {filled.map((group) => (
            <Group key={group.name} {...group} items={visit[group.name]} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Over the picture and words, which fill the window: a phone shows the section only after some scrolling. */
const WayDown = ({ count, onPress }: { count: number; onPress: () => void }) => (
  <Button icon="chevron" className={css.wayDown} data-print="no" onClick={onPress}>
    {texts.wayDown(count)}
  </Button>
)

/** Removed by its own press. */
function MarkSeen({ visit, onSeen }: { visit: Visit; onSeen: () => void }) {
  const toast = useToast()
  const endVisit = useEndVisit()
  return (
    <Button
      variant="quiet"
      icon="check"
      busy={endVisit.isPending}
      onClick={() => endVisit.mutate(visit, { onSuccess: onSeen, onError: () => toast.error(texts.markFailed) })}
    >
      {texts.markSeen}
    </Button>
  )
}

type GroupProps = (typeof groups)[number] & { items: Visit[keyof Visit] }

function Group({ name, icon, to, items: { count, newest } }: GroupProps) {
  const isLimited = count >= limits.maxUnreadCount
  return (
    <section className={css.group} aria-labelledby={`novedades-${name}`}>
      <h3 id={`novedades-${name}`} className={css.title}>
        <Icon name={icon} size={18} />
        <Link to={to}>
          {isLimited ? `${limits.maxUnreadCount - 1}+` : count} {texts.groups[name](count)}
        </Link>
      </h3>
      <ul className={css.list}>
        {newest.map(({ id, title, author_name, at, path, count: comments }) => (
          <li key={id} className={css.item}>
            <Link to={path} className={css.link}>
              {title}
            </Link>
            <p className={css.about}>
              {name === 'conversations' && `${texts.comments(comments)} ${texts.by} `}
              <bdi>{author_name}</bdi> · <When at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
