import { type ReactNode, useState } from 'react'
import { Icon } from '../icons.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import css from './side-list.module.css'

/** Class of the element around a `SideList` and the main column; `--column` is that column's maximum width. */
export const columns = css.columns

type Choose = (choice: string | undefined) => void

type SideListProps = {
  title: string
  isPending: boolean
  loading: string
  error: ReactNode
  onChoose: Choose
  /** The items; choosing one closes the list on phones. */
  children: (choose: Choose) => ReactNode
}

/** Choices next to a list, such as categories; on phones behind a button, so that the list comes first. */
export function SideList({ title, isPending, loading, error, onChoose, children }: SideListProps) {
  const [isOpen, setOpen] = useState(false)
  const items = children((choice) => {
    setOpen(false)
    onChoose(choice)
  })
  return (
    <aside className={css.side} aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
        <Icon name="chevron" size={18} />
      </button>
      <div className={isOpen ? css.open : css.closed}>
        {isPending && <Skeleton label={loading} shape="choices" count={5} />}
        {error}
        {items && <ul className="plain-list">{items}</ul>}
      </div>
    </aside>
  )
}

type SideChoiceProps = {
  icon?: ReactNode
  label: string
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
}

export function SideChoice({ icon, label, count, isChosen, onChoose }: SideChoiceProps) {
  return (
    <button type="button" className={css.name} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      {icon}
      <span className="grow breaks">{label}</span>
      <span className="muted small tabular">{count ?? ''}</span>
    </button>
  )
}
