import { type ReactNode, useState } from 'react'
import { Icon } from './icons.tsx'
import css from './side-list.module.css'
import { Skeleton } from './skeleton.tsx'

/** The class of what holds a `SideList` and the page's main column; `--column` is that one's greatest width. */
export const columns = css.columns

type Choose = (choice: string | undefined) => void

type SideListProps = {
  title: string
  isPending: boolean
  loading: string
  error: ReactNode
  onChoose: Choose
  /** The items; what they choose closes the list where it was opened over the page's content. */
  children: (choose: Choose) => ReactNode
}

/** Choices beside a list, such as its categories; on phones behind a button, for the list itself to come first. */
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
        {isPending && <Skeleton label={loading} shape="rows" count={5} />}
        {error}
        {items && <ul className={css.list}>{items}</ul>}
      </div>
    </aside>
  )
}

type SideChoiceProps = {
  mark?: ReactNode
  label: string
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
}

export function SideChoice({ mark, label, count, isChosen, onChoose }: SideChoiceProps) {
  return (
    <button type="button" className={css.name} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      {mark}
      <span className={css.label}>{label}</span>
      <span className={css.count}>{count ?? ''}</span>
    </button>
  )
}
