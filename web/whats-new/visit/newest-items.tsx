import css from '../whats-new.module.css'
import { useVisit } from './api.ts'
import { texts } from './texts.ts'
import { filledGroups, VisitItem } from './visit-item.tsx'

const maxItems = 3

/** The newest of each group, in few lines, where the whole of it is far below. */
export default function NewestItems() {
  const { data: visit } = useVisit()
  if (!visit) return null
  const all = filledGroups(visit).flatMap((group) =>
    visit[group.name].newest.map((item, rank) => ({ group, item, rank })),
  )
  if (all.length === 0) return <p className={`muted small tight breaks ${css.about}`}>{texts.noneNewest}</p>
  return (
    <ul className="plain-list" aria-label={texts.newest}>
      {all
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, maxItems)
        .map(({ group: { name, icon }, item }) => (
          <VisitItem key={`${name} ${item.id}`} group={name} item={item} icon={icon} />
        ))}
    </ul>
  )
}
