import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Visit } from '../../../contract/whats-new.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/icons.tsx'
import { useIntersection } from '../../ui/lists/use-near-viewport.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import css from '../whats-new.module.css'
import { useEndVisit, useVisit } from './api.ts'
import { texts } from './texts.ts'
import { filledGroups, type VisitGroup, VisitItem } from './visit-item.tsx'

/** Things of each kind, before all are asked for. */
const maxShown = 3

/** Less of an element at the lower edge of the window is not enough to be noticed. */
const noticed = { rootMargin: '0px 0px -96px 0px' }

/** Things that others did since a member last looked, below the picture and words of the home page. */
export default function SinceLastVisit() {
  const query = useVisit()
  const { data: visit } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const [place, setSection] = useIntersection(noticed)
  const isBelow = place && !place.isIntersecting && place.boundingClientRect.top > 0
  const filled = visit ? filledGroups(visit) : []
  return (
    <section ref={setSection} className={css.section} aria-labelledby="novedades">
      {visit && filled.length > 0 && isBelow && (
        <WayDown
          count={filled.reduce((sum, { name }) => sum + visit[name].count, 0)}
          kinds={filled.map(
            ({ name }) => `${formatCount(visit[name].count)}\u00a0${texts.kinds[name](visit[name].count)}`,
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
      {!visit && <QueryState query={query} texts={texts} count={2} className={css.groups} />}
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
const WayDown = ({ count, kinds, onPress }: { count: number; kinds: string[]; onPress: () => void }) => (
  <Button icon="chevron" className={css.wayDown} data-print="no" onClick={onPress}>
    <span className={css.counts}>
      {texts.wayDown(count)} <span className={css.kinds}>{kinds.join(' · ')}</span>
    </span>
  </Button>
)

/** Removed by its own press. */
function MarkSeen({ visit, onSeen }: { visit: Visit; onSeen: () => void }) {
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

type GroupProps = VisitGroup & { items: Visit[keyof Visit] }

function Group({ name, icon, to, items: { count, newest } }: GroupProps) {
  const [isWhole, setWhole] = useState(false)
  const heading = `${formatCount(count)} ${texts.groups[name](count)}`
  return (
    <section aria-labelledby={`novedades-${name}`}>
      <h3 id={`novedades-${name}`} className={css.title}>
        <Icon name={icon} size={18} />
        {to === undefined ? <span>{heading}</span> : <Link to={to}>{heading}</Link>}
      </h3>
      <ul className="plain-list">
        {newest.slice(0, isWhole ? undefined : maxShown).map((item) => (
          <VisitItem key={item.id} group={name} item={item} />
        ))}
      </ul>
      {newest.length > maxShown && (
        <Button variant="quiet" size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showFewer : texts.showAll(newest.length)}
        </Button>
      )}
    </section>
  )
}
